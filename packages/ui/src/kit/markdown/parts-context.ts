import { createContext, type ComponentProps, type ComponentType } from 'react';
import { Fence } from './elements/code/fence.tsx';
import { Picture } from './elements/picture.tsx';
import { ScrollingTable } from './elements/table/scrolling-table.tsx';
import { Formula } from './formula/formula.tsx';

interface Parts {
  Fence: ComponentType<ComponentProps<typeof Fence>>;
  Formula: ComponentType<ComponentProps<typeof Formula>>;
  Picture: ComponentType<ComponentProps<typeof Picture>>;
  ScrollingTable: ComponentType<ComponentProps<typeof ScrollingTable>>;
}

/** The parts of Markdown that need scripts. A page without scripts provides its own. */
export const PartsContext = createContext<Parts>({ Fence, Formula, Picture, ScrollingTable });
