interface CountedProps {
  /** Such as `12 messages`. A language may say one without the number. */
  words: string;
  number: string;
}

/** A count with what it counts, its number emphasized. */
export function Counted({ words, number }: CountedProps) {
  const at = words.indexOf(number);
  if (at === -1) return words;
  return (
    <>
      {words.slice(0, at)}
      <span className="font-medium text-ink">{number}</span>
      {words.slice(at + number.length)}
    </>
  );
}
