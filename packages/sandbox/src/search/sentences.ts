const END =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|Nr|vs)\.)(?<=[.!?…]["'”’»)\]]{0,4})\s+(?=["'“‘«([]{0,4}[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])|\n[ \t]*\n|\n(?=[ \t]*(?:[-*#|>]|\d+\.) )/u;

/** Splits a text into sentences, or into paragraphs and list items if it has none. Line breaks become spaces. */
export function sentences(text: string): string[] {
  return text
    .split(END)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}
