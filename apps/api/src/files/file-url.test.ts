import { expect, it } from 'vitest';
import { fileIdOf, fileUrl } from './file-url.ts';

it('fileIdOf reads the id from one of our file URLs on any host', () => {
  expect(fileIdOf(fileUrl('aB-_9'))).toBe('aB-_9');
  expect(fileIdOf('https://chat.example.com/api/files/aB-_9')).toBe('aB-_9');
});

it.each([
  '',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '/api/files/',
  '/api/files/a/text',
  '/api/files/%2e%2e',
  '/api/files/../chat/history',
  'data:image/png;base64,AAAA',
  'http://',
])('fileIdOf returns null for %s', (url) => expect(fileIdOf(url)).toBeNull());
