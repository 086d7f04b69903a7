/** What pdf.js says about an annotation. */
interface Annotation {
  subtype?: string;
  annotationFlags?: number;
  contentsObj?: { str: string };
  /** Its author. */
  titleObj?: { str: string };
  fieldName?: string;
  /** The field's display name. */
  alternativeText?: string;
  fieldType?: string;
  fieldValue?: unknown;
  /** The value of a checkbox or radio button that is on. */
  exportValue?: string;
  buttonValue?: string;
  options?: { exportValue: string; displayValue: string }[];
  password?: boolean;
}

/** A popup repeats the words of another annotation; those of a link describe its target. */
const WITHOUT_WORDS = new Set(['Popup', 'Link']);
/** The flag bits of annotations that are not displayed. */
const HIDDEN = 2 | 32;

/** The filled-in fields, typed words and comments of a PDF's page, each with its mark. They are no part of its text. */
export async function listAnnotations(page: { getAnnotations(): Promise<unknown[]> }): Promise<string[]> {
  // Broken ones are no reason to refuse the document.
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[];
  return annotations.flatMap((annotation) => {
    const { subtype = '', annotationFlags = 0, contentsObj, titleObj, fieldName = '', alternativeText } = annotation;
    if (WITHOUT_WORDS.has(subtype) || (annotationFlags & HIDDEN) !== 0) return [];
    if (subtype === 'Widget') {
      const value = valueOf(annotation);
      return value === '' ? [] : [`[field ${alternativeText || fieldName}] ${value}`];
    }
    const words = plain(contentsObj?.str);
    if (words === '') return [];
    const author = subtype === 'FreeText' ? '' : plain(titleObj?.str);
    return [`[${subtype === 'FreeText' ? 'text' : 'comment'}] ${author && `${author}: `}${words}`];
  });
}

/** The value of a field as a reader of the document sees it; '' for an empty one. */
function valueOf({ fieldType, fieldValue, exportValue, buttonValue, options = [], password }: Annotation): string {
  if (fieldType === 'Btn') {
    const own = buttonValue ?? exportValue;
    return own !== undefined && fieldValue === own ? plain(own) : '';
  }
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  return (Array.isArray(fieldValue) ? fieldValue : [fieldValue])
    .map((value) => plain(options.find((option) => option.exportValue === value)?.displayValue ?? value))
    .filter(Boolean)
    .join(', ');
}

function plain(value: unknown): string {
  return typeof value === 'string'
    ? value.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\0', '').trim()
    : '';
}
