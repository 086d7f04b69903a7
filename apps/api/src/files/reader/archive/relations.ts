import { posix } from 'node:path';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

export interface Relation {
  /** The last word of its type, such as `slide`. */
  type: string;
  /** The path of the part it leads to; parts outside the archive are left out. */
  path: string;
}

/** The relations of a part of an Office Open XML document, by id; of the document itself for the part ''. */
export async function readRelations(zip: Zip, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  await parseMarkup(zip.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.set(Id, { type: posix.basename(Type), path });
    },
  });
  return relations;
}
