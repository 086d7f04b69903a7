import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

test('no rule looks through the whole page, which the browser would do at each key', () => {
  const styles = globSync('**/*.css', { cwd: SOURCES });
  const searching = styles.filter((file) =>
    /(?:^|[\s,(])(?:html|body|:root)[^\s,{]*:has\(/m.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(styles).toContain('kit/theme.css');
  expect(searching).toEqual([]);
});
