const END =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|Nr|vs)\.)(?<=[.!?…]["'”’»)\]]{0,4})\s+(?=["'“‘«([]{0,4}[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])|\n[ \t]*\n|\n(?=[ \t]*(?:[-*#|>]|\d+\.) )/u;

/** A text cut into sentences, and where it has none, into its paragraphs and list items. Line breaks become spaces. */
export function sentences(text: string): string[] {
  return text
    .split(END)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}
