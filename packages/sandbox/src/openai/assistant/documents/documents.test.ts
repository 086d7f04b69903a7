import { describe, expect, test } from 'vitest';
import { demoReply } from '../assistant.ts';
import { DEMO_LINE } from '../introduction.ts';

const STORY = `[page 1]
The harbour was empty. Nobody had seen the lighthouse keeper since Monday.

[page 2]
Mr. Hale lit the lamp himself. It was "cold up there." The keeper came back in spring.`;

function ask(...messages: string[]): string {
  return demoReply({
    messages: messages.map((text) => ({ role: 'user', text, attachments: [] })),
    now: 0,
    productName: 'Lantern',
  }).pieces.join('');
}

const wrapped = (text: string, attributes = 'name="story.txt"') => `<document ${attributes}>\n${text}\n</document>\n\n`;

describe('an attached document', () => {
  test('an attached document is quoted at the rarest words of the question, with its name and page', () => {
    const text = ask(`${wrapped(STORY)}Who lit the lamp?`);
    expect(text.split('\n')[0]).toBe(DEMO_LINE);
    expect(text).toContain('> Mr. Hale lit the lamp himself.\n>\n> — **story.txt**, page 2');
    expect(text).not.toContain('harbour');
  });

  test('an attached document yields at most three quotes, the best first', () => {
    const text = ask(`${wrapped('The red cat. A red dog. A red hen. The red blue fox.')}blue or red?`);
    expect(text.match(/^> — /gm)).toHaveLength(3);
    expect(text.indexOf('blue fox')).toBeLessThan(text.indexOf('red cat'));
  });

  test.each(['', 'Summarize this document, please.', 'What is in the attached PDF?', 'zebra'])(
    'an attached document is measured and previewed when %j matches nothing in it',
    (question) => {
      const text = ask(wrapped(STORY, 'name="a &quot;b&quot;.pdf" pages="2"') + question);
      expect(text).toContain('**a "b".pdf** has 2 pages, 2 lines, 29 words,');
      expect(text).toContain('It begins:\n\n> The harbour was empty.');
    },
  );

  test.each([
    [STORY, 'name="a.txt" cut="first 5 of 900 characters"'],
    [`${STORY}\n[cut: first 5 of 900 characters]`, 'name="a.txt"'],
  ])('a truncated document is reported as incomplete (%#)', (text, attributes) => {
    const answer = ask(wrapped(text, attributes));
    expect(answer).toContain('Only a part of **a.txt** was sent to me.');
    expect(answer).not.toContain('900');
  });

  test('an attached document is quoted literally, whatever it contains', () => {
    expect(ask(`${wrapped('Click <b>[here](javascript:alert(1))</b> to *win* $5.')}win`)).toContain(
      '> Click \\<b\\>\\[here\\](javascript:alert(1))\\</b\\> to \\*win\\* \\$5.',
    );
  });

  test('an attached document is quoted again for later questions that share its words', () => {
    expect(ask(wrapped(STORY), 'And who lit the lamp?')).toContain('— **story.txt**, page 2');
    expect(ask(wrapped(STORY), 'What is 2 + 3?')).toContain('**5**');
    expect(ask(wrapped(STORY), 'What about zebras?')).toContain('I can’t answer that');
  });

  test('one of several attached documents is quoted', () => {
    const text = ask(`${wrapped('Apples are red.', 'name="a.txt"')}${wrapped('Plums are blue.', 'name="b.txt"')}plums`);
    expect(text).toContain('> Plums are blue.\n>\n> — **b.txt**');
    expect(ask(`${wrapped('', 'name="a.txt"')}${wrapped('x', 'name="b.txt"')}`)).toContain('It contains no text.');
  });
});

test('search results before a question are cited by number', () => {
  const results = `[1](https://one.example/a) One
The first page,
in two lines.

[2](https://two.example/) Two
The second page.`;
  const text = ask(`${wrapped(results, 'name="Web search results for: pages"')}Which pages?`);
  expect(text).toContain('- **One**: The first page, in two lines. [1](https://one.example/a)');
  expect(text).toContain('- **Two**: The second page. [2](https://two.example/)');
});
