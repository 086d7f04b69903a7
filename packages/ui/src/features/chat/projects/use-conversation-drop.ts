import { useEffect, useState, type DragEvent, type RefObject } from 'react';

const LINK = 'text/uri-list';
const CONVERSATION = /\/c\/([\da-f-]{36})$/i;
const HIGHLIGHT = 'bg-accent-soft';

/** Accepts the link of a conversation that is dragged from the sidebar. `onDrop` gets the conversation's id. */
export function useConversationDrop(onDrop: (id: string) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!isLink(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (!isLink(event)) return;
      event.preventDefault();
      const id = conversationIn(event);
      if (id !== undefined) onDrop(id);
    },
  };
}

/** Accepts the link of a conversation that is dragged to one of the days below the projects. */
export function useDropOutside(projects: RefObject<HTMLElement | null>, onDrop: (id: string) => void): void {
  useEffect(() => {
    const own = projects.current?.closest('section');
    const sidebar = own?.parentElement;
    if (!sidebar) return;
    let over: Element | null = null;
    const highlight = (section: Element | null) => {
      over?.classList.remove(HIGHLIGHT);
      section?.classList.add(HIGHLIGHT);
      over = section;
    };
    const dayAt = ({ target }: Event) => {
      const section = target instanceof Element ? target.closest('section') : null;
      return section === own ? null : section;
    };
    const onDragOver = (event: globalThis.DragEvent) => {
      const day = isLink(event) ? dayAt(event) : null;
      highlight(day);
      if (day) event.preventDefault();
    };
    const onDropped = (event: globalThis.DragEvent) => {
      highlight(null);
      const id = isLink(event) && dayAt(event) ? conversationIn(event) : undefined;
      if (id === undefined) return;
      event.preventDefault();
      onDrop(id);
    };
    const onLeave = () => highlight(null);
    sidebar.addEventListener('dragover', onDragOver);
    sidebar.addEventListener('drop', onDropped);
    sidebar.addEventListener('dragleave', onLeave);
    return () => {
      highlight(null);
      sidebar.removeEventListener('dragover', onDragOver);
      sidebar.removeEventListener('drop', onDropped);
      sidebar.removeEventListener('dragleave', onLeave);
    };
  }, [projects, onDrop]);
}

function isLink({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes(LINK) ?? false;
}

function conversationIn({ dataTransfer }: { dataTransfer: DataTransfer | null }): string | undefined {
  return CONVERSATION.exec(dataTransfer?.getData(LINK).trim() ?? '')?.[1];
}
