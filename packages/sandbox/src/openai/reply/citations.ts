export interface Citation {
  url: string;
  title: string;
  /** Offset in the text of the marker, a link in brackets. */
  start: number;
  end: number;
}

const LINK = /\(?(?<!!)\[([^[\]\n]{0,300})\]\(([^)\s]{1,500})\)\)?/g;

/** Finds the Markdown links in an answer based on a web search; each cites its page. */
export function citations(text: string): Citation[] {
  return [...text.matchAll(LINK)].map(({ 0: marker, 1: title = '', 2: url = '', index }) => ({
    url,
    title,
    start: index,
    end: index + marker.length,
  }));
}
