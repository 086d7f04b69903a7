import { Question } from '../../kit/reply/question.tsx';

/** A question of the sample conversation, aligned right. */
export function SampleQuestion({ text }: { text: string }) {
  return (
    <div className="flex justify-end [--text-body:0.9375rem]">
      <div className="max-w-[88%]">
        <Question>{text}</Question>
      </div>
    </div>
  );
}
