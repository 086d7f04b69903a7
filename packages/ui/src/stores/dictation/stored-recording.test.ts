import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { deleteRecordings } from './delete-recordings.ts';
import { openStoredRecording } from './stored-recording.ts';

const ON = new AbortController().signal;
afterEach(deleteRecordings);

const textsOf = async (recording: ReturnType<typeof openStoredRecording>) =>
  Promise.all((await recording.pieces()).map((piece) => piece.text()));

test('a recording is read in order, and is not another user’s or another conversation’s', async () => {
  const own = openStoredRecording('ada', 'c');
  for (const index of [1, 11, 2, 10]) await own.put(index, new Blob([`${index}`], { type: 'audio/mp4' }), ON);
  await openStoredRecording('ada', 'd').put(1, new Blob(['other']), ON);
  await openStoredRecording('bob', 'c').put(1, new Blob(['other']), ON);
  expect(await textsOf(own)).toEqual(['1', '2', '10', '11']);
  expect((await own.pieces())[0]?.type).toBe('audio/mp4');
  await own.delete();
  expect(await own.pieces()).toEqual([]);
  expect(await textsOf(openStoredRecording('ada', 'd'))).toEqual(['other']);
});

test('nothing is stored once the dictation has ended', async () => {
  const own = openStoredRecording('ada', 'c');
  const controller = new AbortController();
  const put = own.put(1, new Blob(['late']), controller.signal);
  controller.abort();
  await put;
  expect(await own.pieces()).toEqual([]);
});

test('a sign-out deletes every recording', async () => {
  const own = openStoredRecording('ada', 'c');
  await own.put(1, new Blob(['words']), ON);
  deleteRecordings();
  expect(await own.pieces()).toEqual([]);
});
