import { MAX_FEEDBACK_COMMENT, type Feedback, t } from '@parley/core';
import { Checkbox } from '../../../kit/controls/checkbox.tsx';
import { TextArea } from '../../../kit/controls/text-area.tsx';
import { useClient } from '../../../stores/client.ts';

/** A user's comment on a reply, beside the rating. */
export type Said = Omit<Feedback, 'rating'>;

export const NOTHING_SAID: Said = { reasons: [], comment: '', sendsWords: false };

/** What was said before, with what the user has said while that was loading. */
export function addEarlier(now: Said, earlier: Said): Said {
  return {
    reasons: now.reasons.length > 0 ? now.reasons : earlier.reasons,
    comment: now.comment || earlier.comment,
    sendsWords: now.sendsWords || earlier.sendsWords,
  };
}

interface SaidFieldsProps<Reason extends Said['reasons'][number]> {
  /** Each reason in the user's words. */
  reasons: readonly (readonly [Reason, string])[];
  said: Said;
  onChange: (said: Said) => void;
}

/** The reasons, the sentence, and the tick that sends the question and the reply along. */
export function SaidFields<Reason extends Said['reasons'][number]>({
  reasons,
  said,
  onChange,
}: SaidFieldsProps<Reason>) {
  const { productName } = useClient().platform.settings;
  const choose = (reason: Reason, isOn: boolean) => {
    const chosen = reasons
      .map(([each]) => each)
      .filter((each) => (each === reason ? isOn : said.reasons.includes(each)));
    onChange({ ...said, reasons: chosen });
  };
  return (
    <>
      <div role="group" aria-label={t`Reasons`} className="mt-3 mb-2">
        {reasons.map(([reason, label]) => (
          <Checkbox
            key={reason}
            label={label}
            isOn={said.reasons.includes(reason)}
            onChange={(isOn) => choose(reason, isOn)}
          />
        ))}
      </div>
      <TextArea
        label={t`In a sentence (optional)`}
        value={said.comment}
        limit={MAX_FEEDBACK_COMMENT}
        onChange={({ target }) => onChange({ ...said, comment: target.value })}
      />
      <Checkbox
        label={t`Send the question and the reply along`}
        isOn={said.sendsWords}
        onChange={(sendsWords) => onChange({ ...said, sendsWords })}
      />
      <p className="text-sm text-pretty text-subtle">{t`The people who run ${productName} read what you send, without your name.`}</p>
    </>
  );
}
