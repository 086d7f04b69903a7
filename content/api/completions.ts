import OpenAI from 'openai';

const { PARLEY_URL, PARLEY_API_KEY } = process.env;
const client = new OpenAI({ baseURL: `${PARLEY_URL}/v1`, apiKey: PARLEY_API_KEY });

const stream = await client.chat.completions.create({
  model: 'normal',
  messages: [{ role: 'user', content: 'What is 6 * 7?' }],
  stream: true,
});
for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? '');
