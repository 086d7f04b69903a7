import { readSources, type SharedFile, type SharedMessage, t, plural } from '@parley/core';
import { useId, type ReactNode } from 'react';
import { DisclosureIcon, FileIcon, SourcesIcon } from '../../kit/icons/icons.ts';
import { Icon } from '../../kit/icons/icon.tsx';
import { Markdown } from '../../kit/markdown/markdown.tsx';
import { Question } from '../../kit/reply/question.tsx';
import { Sources } from '../../kit/reply/sources.tsx';
import { formatDuration } from '../../kit/text/format/format-duration.ts';
import { formatSize } from '../../kit/text/format/format-size.ts';

/** A message of a shared page. */
export function SharedMessageView({ message }: { message: SharedMessage }): ReactNode {
  return message.isUser ? <SharedQuestion message={message} /> : <SharedReply message={message} />;
}

function SharedQuestion({ message: { text, files, hiddenFiles } }: { message: SharedMessage }): ReactNode {
  return (
    <div className="flex flex-col items-end gap-2">
      {files.map((file) => (
        <File key={file.url} file={file} />
      ))}
      {hiddenFiles > 0 && (
        <p className="text-sm text-subtle">
          {hiddenFiles === 1
            ? t`The attached file isn’t shared.`
            : plural(
                hiddenFiles,
              )`${hiddenFiles} attached file isn’t shared.|${hiddenFiles} attached files aren’t shared.`}
        </p>
      )}
      {text !== '' && (
        <div className="max-w-[min(85%,33rem)] max-md:max-w-[88%]">
          <Question>{text}</Question>
        </div>
      )}
    </div>
  );
}

function File({ file: { kind, name, size, url, width, height } }: { file: SharedFile }): ReactNode {
  if (kind === 'image') {
    return (
      <a href={url} className="block max-w-full overflow-hidden rounded-lg bg-sunken">
        <img
          src={url}
          alt={name}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="block h-auto max-h-75 w-auto max-w-full object-contain"
        />
      </a>
    );
  }
  return (
    <a
      href={url}
      className="inline-flex min-h-13 max-w-full items-center gap-3 rounded-lg bg-raised py-1 pe-4 ps-2 inset-shadow-edge hover:bg-hover"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
        <Icon icon={FileIcon} />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block max-w-55 truncate page-start text-ui font-medium">
          {name}
        </span>
        <span className="block text-xs text-subtle">{formatSize(size)}</span>
      </span>
    </a>
  );
}

function SharedReply({ message }: { message: SharedMessage }): ReactNode {
  const { text, imageUrl, imagePrompt, reasoningContent = '', reasoningMs, sources = [], sourceTitles } = message;
  const end = endOf(message);
  const sourcesId = useId();
  const count = readSources(sources).length;
  return (
    <>
      {reasoningContent !== '' && (
        <Disclosure
          label={t`Reasoning`}
          note={reasoningMs === undefined ? null : formatDuration(reasoningMs)}
          icon={DisclosureIcon}
          className="mb-3"
        >
          <div data-reasoning className="mt-2 ms-1.5 py-0.5 border-s border-edge ps-4 text-muted">
            <Markdown text={reasoningContent} streaming={false} />
          </div>
        </Disclosure>
      )}
      {text !== '' && <Markdown text={text} streaming={false} />}
      {imageUrl !== undefined && (
        <img
          src={imageUrl}
          alt={imagePrompt ?? t`Generated image`}
          loading="lazy"
          decoding="async"
          className="mt-4 block h-auto w-75 max-w-full rounded-lg bg-sunken first:mt-0"
        />
      )}
      {end !== null && <p className="mt-3 text-sm text-subtle first:mt-0">{end}</p>}
      {count > 0 && (
        <Disclosure label={t`Sources (${count})`} icon={SourcesIcon} note={null} className="mt-3">
          <Sources id={sourcesId} urls={sources} titles={sourceTitles} scrollsIntoView={false} />
        </Disclosure>
      )}
    </>
  );
}

interface DisclosureProps {
  label: string;
  note: string | null;
  icon: typeof SourcesIcon;
  className: string;
  children: ReactNode;
}

/** Works without a script. */
function Disclosure({ label, note, icon, className, children }: DisclosureProps): ReactNode {
  return (
    <details className={className}>
      <summary className="-ms-1.5 inline-flex h-8 cursor-pointer list-none items-center gap-1.5 rounded-sm pe-2 ps-1 text-ui text-muted hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon icon={icon} size="sm" className="text-subtle" />
        {label}
        {note !== null && <span className="text-subtle">{note}</span>}
      </summary>
      {children}
    </details>
  );
}

/** Why a reply is not whole; null if it is. */
function endOf({ status, isCut, text, imageUrl }: SharedMessage): string | null {
  if (status === 'stopped') return t`This reply was stopped.`;
  if (isCut) return t`This reply reached its length limit.`;
  if (status === 'failed' || status === 'interrupted' || (text === '' && imageUrl === undefined))
    return t`This reply could not be completed.`;
  return null;
}
