/** The versions of a changelog in its order, each with the text below its heading. */
export function readChangelog(text) {
  const [, ...sections] = `\n${text}`.split(/\n## /);
  return sections.map((section) => {
    const [version = '', ...lines] = section.split('\n');
    return { version: version.trim(), notes: lines.join('\n').trim() };
  });
}
