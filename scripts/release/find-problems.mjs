import { readChangelog } from './read-changelog.mjs';

const TAG = /^v\d+\.\d+\.\d+$/;

/**
 * Lists as sentences what keeps a tag from being released: versions that differ, a changelog without a text for it, or
 * no stored database of its schema. `dumps`: the file names of the stored SQLite databases.
 * @param {{ tag: string, version: string, desktopVersion: string, changelog: string, schema: number, dumps: string[] }}
 * release
 * @returns {string[]}
 */
export function findProblems({ tag, version, desktopVersion, changelog, schema, dumps }) {
  if (!TAG.test(tag)) return [`The tag ${tag} is not v and a version, such as v1.2.3.`];
  const released = tag.slice(1);
  const sections = readChangelog(changelog);
  const section = sections.find((each) => each.version === released);
  const problems = [];
  if (version !== released) problems.push(`package.json has version ${version}, the tag ${released}.`);
  if (desktopVersion !== released) {
    problems.push(`apps/desktop/package.json has version ${desktopVersion}, the tag ${released}.`);
  }
  if (!section) problems.push(`CHANGELOG.md has no section “## ${released}”.`);
  else if (section.notes === '') problems.push(`The section “## ${released}” of CHANGELOG.md is empty.`);
  else if (sections[0] !== section) {
    problems.push(`CHANGELOG.md begins with ${sections[0]?.version}. The newest version comes first.`);
  }
  if (!dumps.some((name) => parseInt(name) === schema)) {
    problems.push(
      `No stored database has schema ${schema}. Run node apps/api/src/storage/testing/store-databases.ts and commit its files.`,
    );
  }
  return problems;
}
