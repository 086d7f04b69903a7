/**
 * Classes of a row to choose: a label around its checkbox, or a button. A chosen row has `data-chosen`; its icons know
 * by the group `choice`.
 */
export const CHOICE = {
  row: [
    'group/choice relative flex min-h-14 w-full items-center gap-3 rounded-sm px-4 py-3 text-start text-note/5',
    'inset-ring inset-ring-control transition-[background-color] not-disabled:hover:bg-sunken',
    'disabled:text-subtle disabled:inset-ring-hairline',
    'data-chosen:bg-accent-soft data-chosen:font-medium data-chosen:inset-ring-2 data-chosen:inset-ring-accent',
    'focus-ring-within',
  ].join(' '),
  icon: 'text-subtle group-data-chosen/choice:text-accent-text',
  tick: 'ms-auto text-accent-text opacity-0 group-data-chosen/choice:opacity-100',
} as const;
