import { expect, test } from 'vitest';
import { detectLanguage } from './detect-language.ts';

test.each([
  ['en', 'The cat is on the mat, and it sleeps.'],
  ['de', 'Die Katze ist auf dem Sofa und schläft nicht.'],
  ['fr', 'Le chat est sur la table et il ne dort pas.'],
  ['es', 'El gato es muy grande y no duerme por la noche.'],
  ['it', 'Il gatto è sul tavolo e non dorme come gli altri.'],
  ['pt', 'O gato não está na mesa, mas você pode ver os outros.'],
  ['ja', '猫は机の上で眠っています。'],
  ['zh', '猫在桌子上睡觉。'],
  ['ko', '고양이가 책상 위에서 잔다.'],
  ['ar', 'القطة تنام على الطاولة.'],
  ['fa', 'گربه روی میز می‌خوابد.'],
  ['he', 'החתול ישן על השולחן.'],
  ['ru', 'Кошка спит на столе.'],
  ['uk', 'Кішка спить на столі.'],
  ['el', 'Η γάτα κοιμάται στο τραπέζι.'],
  ['hi', 'बिल्ली मेज पर सो रही है।'],
  ['th', 'แมวนอนอยู่บนโต๊ะ'],
  ['ja', 'TypeScript の型は JavaScript の値を説明します。'],
])('a text is recognized as %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each(['', '42', 'OK', 'Parley TypeScript'])('the language of %j is unknown', (text) => {
  expect(detectLanguage(text)).toBeUndefined();
});
