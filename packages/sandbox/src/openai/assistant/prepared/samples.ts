import { richSample } from './rich-sample.ts';
import { shortQuestion, type Rule } from '../turn.ts';

const TABLE = `| Planet | Diameter (km) | Moons | Day |
| :----- | ------------: | ----: | :-- |
| Mercury | 4,879 | 0 | 59 days |
| Earth | 12,742 | 1 | 24 hours |
| Mars | 6,779 | 2 | 24.6 hours |

The second and third columns are aligned to the right, so that digits stand under digits.`;

const CODE = `This is inline code: \`npm start\`. And this is a block:

\`\`\`python
def primes(limit: int) -> list[int]:
    """All primes below the limit, by the sieve of Eratosthenes."""
    sieve = [True] * limit
    for n in range(2, int(limit**0.5) + 1):
        if sieve[n]:
            sieve[n * n :: n] = [False] * len(sieve[n * n :: n])
    return [n for n in range(2, limit) if sieve[n]]


print(primes(50))
\`\`\``;

const LIST = `1. Numbered items keep their order.
2. They can hold others:
   - a point,
   - and one more,
     - with one below it.
3. Then they go on.

- [x] A task that is done
- [ ] A task that is not`;

const FOOTNOTES = `A footnote keeps a side remark out of the way.[^aside] Its number leads to the note and back.[^back]

[^aside]: Such as this one.
[^back]: The arrow at the end of a note returns to where it was called.`;

const MATHS = `Inline, the roots of a quadratic are $x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$. On a line of its own:

$$
\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}
$$

Prices such as $5 and $10 are not maths.`;

const SAMPLES: { name: string; asked: RegExp; text: string }[] = [
  { name: 'a table', asked: /\btables?\b/, text: TABLE },
  { name: 'code', asked: /\bcode\b/, text: CODE },
  { name: 'lists', asked: /\b(?:lists?|tasks?|to-?dos?)\b/, text: LIST },
  { name: 'footnotes', asked: /\bfootnotes?\b/, text: FOOTNOTES },
  { name: 'maths', asked: /\b(?:maths?|latex|formulas?|equations?)\b/, text: MATHS },
  { name: 'all of Markdown', asked: /\b(?:markdown|everything|formatting)\b/, text: richSample },
];

const REQUEST = /^(?:please )?(?:can you |could you )?(?:show|give|write|print)(?: me)?\b(.*)$/;

const ABOUT_SOMETHING = /\b(?:for|about|to|that|which|who|with|in|on|from)\b/;

export const samples: Rule = {
  name: 'samples',
  answer: (turn) => {
    const wanted = REQUEST.exec(shortQuestion(turn, 80) ?? '')?.[1];
    // A sample cannot satisfy a request on a particular subject.
    if (wanted === undefined || ABOUT_SOMETHING.test(wanted)) return null;
    const sample = SAMPLES.find(({ asked }) => asked.test(wanted));
    return sample ? { text: sample.text, steps: [`Took the sample of ${sample.name}.`] } : null;
  },
};
