import { shortQuestion, type Rule } from './turn.ts';

interface Topic {
  name: string;
  asked: RegExp;
  text: string;
}

const TOPICS: Topic[] = [
  {
    name: 'limits',
    asked: /\b(?:limits?|how many messages|free (?:plan|tier)|messages (?:left|per))\b/,
    text: `On the free plan, you can send a limited number of messages, by default **10 every 12 hours**.

- The 12 hours start with your first message. When they end, you get all your messages back.
- A reply that fails, or that you stop before it says anything, isn’t counted.
- At the limit, you can still read, search and write drafts. Premium has no limit.`,
  },
  {
    name: 'stopping a reply',
    asked:
      /\b(?:stop|cancel|abort|interrupt)\b.*\b(?:reply|answer|response|generat|you|it|streaming)|^how (?:do i|to) stop$/,
    text: `Press **Stop**, which replaces the Send button. The reply ends right away, and you keep what’s there.

Closing the tab doesn’t stop a reply. It continues, and it’s there when you come back.`,
  },
  {
    name: 'trying again',
    asked: /\b(?:retry|try again|regenerate|another answer|new answer)\b/,
    text: `Press **Retry generation** below the reply to get a new reply to the same question.

To change the question, press the pencil next to your message, edit it and choose **Save & Regenerate**.`,
  },
  {
    name: 'thinking mode',
    asked: /\b(?:thinking|reasoning)(?: mode)?\b/,
    text: `Choose **Thinking** next to the message box. The model then reasons before it answers, and you can open its reasoning above the reply. This takes longer and suits questions with several steps.

With this demo assistant, it shows the actual steps to the answer.`,
  },
];

/** Matches only questions about using the product, so the word `limit` alone does not match. */
const ABOUT_USE = /^(?:how|what|where|when|why|can i|is there|do i|explain|tell me)\b/;

export const productHelp: Rule = {
  name: 'help',
  answer: (turn) => {
    const asked = shortQuestion(turn, 100);
    if (asked === null || !ABOUT_USE.test(asked)) return null;
    const topic = TOPICS.find((candidate) => candidate.asked.test(asked));
    return topic ? { text: topic.text, steps: [`Took the help on ${topic.name}.`] } : null;
  },
};
