export interface Citation {
  url: string;
  title: string;
  /** Where the marker, a link in brackets, stands in the text. */
  start: number;
  end: number;
}

const LINK = /\(?(?<!!)\[([^[\]\n]{0,300})\]\(([^)\s]{1,500})\)\)?/g;

/** The Markdown links in an answer that a web search was made for: each cites its page. */
export function citations(text: string): Citation[] {
  return [...text.matchAll(LINK)].map(({ 0: marker, 1: title = '', 2: url = '', index }) => ({
    url,
    title,
    start: index,
    end: index + marker.length,
  }));
}
