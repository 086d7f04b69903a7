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
    text: `On the free plan you can send a number of messages, by default **10 in 12 hours**.

- The 12 hours begin with your first message and end 12 hours later; then you have all of them again.
- A reply that fails, or that you stop before it says anything, is given back.
- At the limit you can still read, search and write drafts. A premium plan has no limit.`,
  },
  {
    name: 'stopping a reply',
    asked:
      /\b(?:stop|cancel|abort|interrupt)\b.*\b(?:reply|answer|response|generat|you|it|streaming)|^how (?:do i|to) stop$/,
    text: `Press the **Stop** button where Send was. The reply ends at once, and what has been written so far stays.

Closing the tab does not stop a reply: it goes on, and you find it when you come back.`,
  },
  {
    name: 'trying again',
    asked: /\b(?:retry|try again|regenerate|another answer|new answer)\b/,
    text: `Press **Retry generation** below the reply. The same question is asked again, and a new reply is written.

To ask differently, press the pencil at your own message, change it and choose **Save & Regenerate**.`,
  },
  {
    name: 'thinking mode',
    asked: /\b(?:thinking|reasoning)(?: mode)?\b/,
    text: `Choose **Thinking** next to the message box. The model then reasons before it answers, and you can open what it thought above the reply. It takes longer and suits questions with several steps.

With this demo assistant it shows the steps really taken to find the answer.`,
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
