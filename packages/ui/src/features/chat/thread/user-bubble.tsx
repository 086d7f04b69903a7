/** The reader's own words, at the right. */
export function UserBubble({ text }: { text: string }) {
  return (
    <div className="flex justify-end">
      <p
        data-question
        className="scroll-mt-4 max-w-[min(85%,33rem)] rounded-lg bg-bubble px-4 py-2.5 text-body leading-[1.55] wrap-anywhere whitespace-pre-wrap text-pretty max-md:max-w-[88%]"
      >
        {text}
      </p>
    </div>
  );
}
