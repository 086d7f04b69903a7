import { expect, test } from 'vitest';
import { codeFileName } from './code-file-name.ts';

test.each([
  ['python', 'print(1)', 'code.py'],
  ['TypeScript', 'const a = 1;', 'code.ts'],
  ['css', 'a {}', 'code.css'],
  ['c++', 'int main() {}', 'code.cpp'],
  ['dockerfile', 'FROM node', 'Dockerfile'],
  [undefined, 'words', 'code.txt'],
  ['../../etc/passwd', 'x', 'code.txt'],
  ['constructor', 'x', 'code.txt'],
  ['ts', '// src/app/start.ts\nconst a = 1;', 'start.ts'],
  ['python', '# file: tools/read_all.py\nprint(1)', 'read_all.py'],
  ['html', '<!-- index.html -->\n<p>', 'index.html'],
  ['python', '# see ../../secret.txt for more', 'code.py'],
  ['sh', '#!/bin/sh\necho', 'code.sh'],
  ['js', '// 3.14 is pi', 'code.js'],
  ['yaml', '# v1.2.3', 'code.yaml'],
  ['sh', '# 2.0', 'code.sh'],
  ['mysql', 'SELECT 1', 'code.sql'],
  ['protobuf', 'syntax = "proto3";', 'code.proto'],
  ['elixir', 'IO.puts 1', 'code.ex'],
  ['Objective-C', '@end', 'code.m'],
  ['terraform', 'x {}', 'code.tf'],
])('a block in %s that begins with %j is saved as %s', (language, code, name) => {
  expect(codeFileName(language, code)).toBe(name);
});
