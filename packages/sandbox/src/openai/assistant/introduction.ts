import { shortQuestion, type Rule } from './turn.ts';

/** The first line of every answer that could be mistaken for a model's. */
export const DEMO_LINE = '**Demo assistant - no AI model is connected.**';

export const ABILITIES = `- **Arithmetic**: \`12 * (3 + 4)\`, \`15% of 240\`, \`square root of 2\`
- **Dates**: \`what day is it\`, \`days until 25 December\`, \`in 6 weeks\`
- **Text tools** for your own words: \`count words: …\`, \`sort lines: …\`, \`title case: …\`, \`slug: …\`, \`format json: …\`
- **Documents** that you attach: I quote the sentences that share the rarest words with your question
- **Images** that you attach: their type, size and average color; I can’t see them
- **Search** mode looks through the product's own help pages, **Image** mode creates a pattern
- **Samples**: \`show me markdown\`, or a table, code, a list, footnotes, math
- **Help**: \`how do limits work\`, \`how do I stop a reply\`, \`how do I retry\``;

const CONNECTING = `To connect a model that runs on this machine, for example with [Ollama](https://ollama.com), put this into the file \`.env\` at the project’s root and restart:

\`\`\`sh
OPENAI_BASE_URL=http://localhost:11434/v1
OPENAI_MODEL=qwen3:8b
\`\`\`

Run \`ollama pull qwen3:8b\` once to get that model. For OpenAI itself:

\`\`\`sh
OPENAI_API_KEY=your key
OPENAI_MODEL=a model that your account can use
\`\`\`

Any other server with an OpenAI-compatible API works too: set \`OPENAI_BASE_URL\` to its address.`;

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|yo|good (?:morning|afternoon|evening)|hallo|moin|servus|bonjour|salut|hola|ciao|olá)(?: there| again| everyone| \w+)?$/;
const WHO =
  /^(?:(?:who|what) are you|what can you do|what do you do|are you (?:an? )?(?:ai|bot|model|real|human|chatgpt|gpt)|help|what model (?:is this|are you)|which model (?:is this|are you)|introduce yourself)(?: for me| here)?$/;
const HOW_TO_CONNECT =
  /\b(?:connect|configure|set ?up|use|add)\b.*\b(?:model|ollama|openai|llm|api key)\b|\bopenai_base_url\b/;

export const introduction: Rule = {
  name: 'introduction',
  answer: (turn) => {
    const asked = shortQuestion(turn, 100)?.replaceAll(',', '');
    if (asked === undefined) return null;
    if (HOW_TO_CONNECT.test(asked)) {
      return { text: `${DEMO_LINE}\n\n${CONNECTING}`, steps: ['Recognized a question about connecting a model.'] };
    }
    if (!GREETING.test(asked) && !WHO.test(asked)) return null;
    return {
      text: `${DEMO_LINE}

Hello! This is ${turn.productName}, and everything in it works: streaming, stopping, retrying, your history. Only the answers come from a small program with fixed rules. It can do the following, and tells you when it can’t do something:

${ABILITIES}

${CONNECTING}`,
      steps: ['Recognized a greeting or a question about the assistant.'],
    };
  },
};
