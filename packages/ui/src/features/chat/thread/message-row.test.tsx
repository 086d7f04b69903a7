// @vitest-environment happy-dom
import { act, Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import { createChatStore } from '../../../stores/chat/chat-store.ts';
import { ChatContext, ClientContext } from '../../../stores/client.ts';
import { memoryStorage } from '../../../stores/testing/memory-storage.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../../stores/testing/scripted-client.ts';
import { question, reply } from '../../../stores/testing/scripted-samples.ts';
import { MessageRow } from './message-row.tsx';

const KEYS = ['q1', 'r1', 'q2', 'r2'];

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

/** Flushes React and pending promises until this holds; the test's timeout ends a wait that never does. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

test('a delta renders only the row that it belongs to', async () => {
  const drawn = new Map<string, number>();
  const count = (id: string) => drawn.set(id, (drawn.get(id) ?? 0) + 1);
  const api = new ScriptedApi();
  const client = scriptedClient({ api });
  const chat = createChatStore({
    api,
    storage: memoryStorage(),
    now: () => 0,
    newId: () => 'id',
  });
  const written = reply('r2', { text: 'Be', status: 'streaming' });
  chat.setState({
    messages: {
      q1: question('q1', 'One?'),
      r1: reply('r1', { text: 'One.' }),
      q2: question('q2', 'Two?'),
      r2: written,
    },
  });
  const host = document.createElement('div');
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <ClientContext value={client}>
        <ChatContext value={chat}>
          {KEYS.map((key) => (
            <Profiler key={key} id={key} onRender={count}>
              <MessageRow conversationId="c" messageId={key} isFirst={key === 'q1'} isLast={key === 'r2'} isNear />
            </Profiler>
          ))}
        </ChatContext>
      </ClientContext>,
    ),
  );
  await until(() => host.querySelectorAll('.prose').length === 2);
  drawn.clear();

  const { messages } = chat.getState();
  await act(async () => chat.setState({ messages: { ...messages, r2: { ...written, text: 'Because' } } }));

  await until(() => host.textContent.includes('Because'));
  expect([...drawn.keys()]).toEqual(['r2']);
  act(() => root.unmount());
});
