/** Frequent characters of Chinese, simplified and traditional, and of Korean. They decide what a short text is. */
const FREQUENT_HAN = new Set(
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理点月明其种全工话者向情部正名定女问力机给等几很业最间新什打便位因重电四第门相次东使教西再平真听世气信北少关并内加化由代产入先山五水万市体别处总场师书比员性通目报立数件安表原车白应路期提金更反合放做系计或利果界及今京务制解各任至物台记边共接许特直服题建南度统色字请交让认算论百科元社术结六功指思每管资队条院变联言权展该领传保达办运半必城强步完深区求品转量空技程告语基式写识极收取设始版历商容找友站广改议形委早房首单据导网专校读组造视案测试章订编号客户姓龄格价款额张王李刘陈释束' +
    '這來國個說們為時會著過學對後麼沒於還發當無開見經頭動兩長樣現將與進實點種話問機給幾業間東電門關氣聽產萬體別處總場師書員報數車應務記邊許統題請讓認論術結資隊條變聯權領傳達辦運強區轉語寫識極設歷廣議單據導網專讀組視測試訂編號戶齡價額張劉陳註釋',
);
const FREQUENT_HANGUL = new Set(
  '이다는에의을가고를은하한지사도로인대기자서어시나아리그전수정니일라들제장여부원과조상스보했해주음안동선게있면으성구내것년없습요세만마모무중화생위소경오때회트문제말할까름호문월개',
);
const FREQUENT_CYRILLIC = new Set('оеаинтсрвлкмдпуяызьбгчйі');
const FREQUENT_GREEK = new Set('αοιετσνηυρπκμλςάίόέήύώ');
/** The accented letters of languages, the most frequent first. */
const WESTERN_ALPHABETS = [
  // A mixture of languages, such as the names of many customers.
  'éáóüíäöñçèãàúêôåøïëîâæßõòùûœìýðþ',
  'éàèêçôîûùâïëœ',
  'üäöß',
  'óíáéñúü',
  'ãçáéíóêúâõôàü',
  'àóèéíçòúïü',
  'èàùòìé',
  'äåöé',
  'äõüö',
  'åøæé',
  'áðíúóéöþæýø',
];
const CENTRAL_ALPHABETS = ['łąęóżśćńź', 'íáéěýřčžšůúňťďó', 'áíéčýžúšľťňôäďóĺŕ', 'éáöóőüíúű', 'čšžćđ', 'ăîşţâ'];
const TURKISH_ALPHABETS = ['ıüşöçğİâîû'];
/** Symbols that no word begins with. Letters of other languages become them, read as Windows-1252. */
const NEVER_FIRST = new Set('£¥¯³¹¼¾');
/** Symbols that no word contains. Such letters become them as well. */
const SYMBOLS = new Set('¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶¸¹º»¼½¾¿');
const FREQUENT_ARABIC = new Set('اليمنوترةبدعسفهكقحجأ');
const PUNCTUATION = new Set('\u00a0‘’“”–—…€•„«»°£§©®™·¿¡ªº²³½¼¾±´µ№،؛؟');
const CJK_PUNCTUATION = new Set('、。，：；！？（）「」《》“”・ー　');

interface Candidate {
  encoding: string;
  /** The lead bytes of its common Han characters, or of its Hangul: the standards put rare ones behind them. */
  leads?: [first: number, last: number];
  hasKana?: boolean;
  /** The accented letters of the languages that are written in it. */
  alphabets?: string[];
  /** Bits by which it has to be better than the others. */
  handicap?: number;
}

const UTF_16: Candidate[] = [
  { encoding: 'utf-16le', hasKana: true },
  { encoding: 'utf-16be', hasKana: true },
];
const WESTERN: Candidate = { encoding: 'windows-1252', alphabets: WESTERN_ALPHABETS, handicap: -6 };
const OTHERS: Candidate[] = [
  { encoding: 'windows-1250', alphabets: CENTRAL_ALPHABETS },
  // Only the letters ı, ş and ğ tell it from Windows-1252, where they are Icelandic.
  { encoding: 'windows-1254', alphabets: TURKISH_ALPHABETS, handicap: -7 },
  { encoding: 'windows-1253' },
  { encoding: 'windows-1251' },
  { encoding: 'windows-1256' },
  { encoding: 'shift_jis', leads: [0x88, 0x97], hasKana: true },
  // It has the bytes of Chinese, and few files have it.
  { encoding: 'euc-jp', leads: [0xb0, 0xcf], hasKana: true, handicap: 15 },
  { encoding: 'gb18030', leads: [0xb0, 0xd7] },
  { encoding: 'big5', leads: [0xa4, 0xc6] },
  { encoding: 'euc-kr', leads: [0xb0, 0xc8] },
];

/** Bytes that are judged, from the first one that is not ASCII. */
const SAMPLE = 16 * 1024;
/** Bytes of ASCII before them, an even number for UTF-16. */
const CONTEXT = 16;
/** Bits of a character that no text has. */
const IMPOSSIBLE = 40;
/** Most bits of each character: other bytes read as UTF-16 are mostly rare Han characters, which have more. */
const MOST_BITS_OF_UTF_16 = 11;

/**
 * The encoding of a text that is neither UTF-8 nor UTF-16: the one that it names, or else the one in which it is the
 * most probable text. A rare character costs more bits than a frequent one, and a change of the script inside a word
 * costs more. A short text that leaves it open is Windows-1252.
 */
export function guessByteEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  const declared = declaredIn(bytes);
  if (declared !== null && !new TextDecoder(declared).decode(sample.bytes, { stream: sample.isCut }).includes('\ufffd'))
    return declared;
  let encoding = WESTERN.encoding;
  let least = bitsIn(WESTERN, sample) + (WESTERN.handicap ?? 0);
  for (const candidate of OTHERS) {
    const bits = bitsIn(candidate, sample) + (candidate.handicap ?? 0);
    if (bits >= least) continue;
    least = bits;
    encoding = candidate.encoding;
  }
  return encoding;
}

/** The encoding of UTF-16 without a byte order mark; null for other bytes, such as those of a program. */
export function guessUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 === 1) return null;
  const sample = sampleOf(bytes);
  const most = (sample.bytes.length / 2) * MOST_BITS_OF_UTF_16;
  return UTF_16.find((candidate) => bitsIn(candidate, sample) <= most)?.encoding ?? null;
}

/** The encoding that XML, HTML, CSS or a program names in its first lines. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const label = /(?:charset|coding)\s{0,3}(?:[=:]\s{0,3}["']?|["'])([\w-]{1,40})/i.exec(head)?.[1] ?? '';
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-') ? null : encoding;
  } catch {
    return null;
  }
}

interface Sample {
  bytes: Uint8Array;
  /** It may end inside a character, as a whole file may not. */
  isCut: boolean;
}

function sampleOf(bytes: Uint8Array): Sample {
  let first = 0;
  while (first < bytes.length && isAscii(bytes[first])) first++;
  const start = Math.max(0, first - CONTEXT) & ~1;
  return { bytes: bytes.subarray(start, start + SAMPLE), isCut: start + SAMPLE < bytes.length };
}

function isAscii(byte = 0): boolean {
  return byte > 0 && byte < 0x80;
}

function bitsIn(candidate: Candidate, { bytes, isCut }: Sample): number {
  return bitsOf(new TextDecoder(candidate.encoding).decode(bytes, { stream: isCut }), candidate);
}

type Script = 'latin' | 'accented' | 'cyrillic' | 'greek' | 'arabic' | 'east-asian';

function bitsOf(text: string, candidate: Candidate): number {
  let bits = 0;
  let before: Script | null = null;
  let wasLower = false;
  let wasFinalSigma = false;
  let isOddBeforeLetter = false;
  const accented = new Map<string, number>();
  for (const character of text) {
    const [own, script] = rate(character, candidate);
    bits += own;
    if (script === 'accented') accented.set(character, (accented.get(character) ?? 0) + 1);
    if (script !== null && before !== null) {
      if (script === 'accented' && before === 'accented') bits += 2;
      else if (script !== before && !(isLatin(script) && isLatin(before))) bits += 4;
      if (wasFinalSigma) bits += 8;
    }
    if (script !== null && isOddBeforeLetter) bits += 6;
    isOddBeforeLetter = SYMBOLS.has(character) && (isOddBeforeLetter || before !== null || NEVER_FIRST.has(character));
    wasFinalSigma = character === 'ς';
    const isUpper = script !== null && script !== 'east-asian' && character !== character.toLowerCase();
    if (isUpper && wasLower) bits += 5;
    wasLower = script !== null && !isUpper;
    before = script;
  }
  return bits + bitsOfAccented(accented, candidate.alphabets ?? []);
}

/** The bits of the accented letters, in the language that they fit best, or as a mixture of languages. */
function bitsOfAccented(letters: ReadonlyMap<string, number>, alphabets: readonly string[]): number {
  const sum = (bits: (letter: string) => number) =>
    [...letters].reduce((total, [letter, count]) => total + count * bits(letter), 0);
  const inLanguages = alphabets.map((alphabet) =>
    sum((letter) => {
      const rank = Math.max(alphabet.indexOf(letter), alphabet.indexOf(letter.toLowerCase()));
      return rank === -1 ? 12 : 6 + 0.2 * rank;
    }),
  );
  return Math.min(
    sum(() => 9),
    ...inLanguages,
  );
}

function isLatin(script: Script): boolean {
  return script === 'latin' || script === 'accented';
}

/** The bits of a character, and its script if it is part of a word. */
function rate(character: string, candidate: Candidate): [bits: number, script: Script | null] {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) {
    if (/[a-z]/i.test(character)) return [5, 'latin'];
    return [(code < 0x20 && !(code >= 0x07 && code <= 0x0d) && code !== 0x1b) || code === 0x7f ? IMPOSSIBLE : 5, null];
  }
  if (FREQUENT_CYRILLIC.has(character.toLowerCase())) return [5, 'cyrillic'];
  if (/[А-яёЁіїєґІЇЄҐ]/.test(character)) return [6.5, 'cyrillic'];
  if (FREQUENT_ARABIC.has(character)) return [5, 'arabic'];
  if (/[\u0621-\u0652]/.test(character)) return [7, 'arabic'];
  if (PUNCTUATION.has(character)) return [candidate === WESTERN && SYMBOLS.has(character) ? 6 : 7, null];
  if (FREQUENT_GREEK.has(character.toLowerCase())) return [5, 'greek'];
  if (/[Ά-ώ]/.test(character)) return [6.5, 'greek'];
  // Rated together, by `bitsOfAccented`.
  if (/[À-ÖØ-öø-ſ]/.test(character)) return [0, 'accented'];
  if (CJK_PUNCTUATION.has(character)) return [8, null];
  if (candidate.hasKana && /[ぁ-んァ-ヶ]/.test(character)) return [6.5, 'east-asian'];
  if (candidate.encoding === 'shift_jis' && /[ｦ-ﾟ]/.test(character)) return [7.5, 'east-asian'];
  if (/[一-龥가-힣]/.test(character)) return [rateEastAsian(character, candidate), 'east-asian'];
  if (/[\u00a0-\u00bf\u2010-\u22ff\u2500-\u25ff０-～]/.test(character)) return [12, null];
  return [/[\p{Cn}\p{Co}\p{Cc}\p{Cs}\ufffd]/u.test(character) ? IMPOSSIBLE : 18, null];
}

function rateEastAsian(character: string, { encoding, leads }: Candidate): number {
  if (FREQUENT_HANGUL.has(character)) return 7;
  const isHan = character <= '龥';
  if (isHan && encoding === 'euc-kr') return 18;
  if (FREQUENT_HAN.has(character)) return 8;
  if (!isHan && !leads) return 12;
  return commonOf(leads ? [{ encoding, leads }] : OTHERS).has(character) ? 12 : 16;
}

const commonCharacters = new Map<string, ReadonlySet<string>>();

/** The characters that the standards call common. */
function commonOf(candidates: Candidate[]): ReadonlySet<string> {
  const key = candidates.map(({ encoding }) => encoding).join(' ');
  const known = commonCharacters.get(key);
  if (known) return known;
  const common = new Set<string>();
  for (const { encoding, leads } of candidates) {
    if (!leads) continue;
    const decoder = new TextDecoder(encoding);
    for (let lead = leads[0]; lead <= leads[1]; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        // Before it, GBK and Korean have the rare characters of later extensions.
        if ((encoding === 'gb18030' || encoding === 'euc-kr') && trail < 0xa1) continue;
        const character = decoder.decode(Uint8Array.of(lead, trail));
        if (character.length === 1 && character !== '\ufffd') common.add(character);
      }
  }
  commonCharacters.set(key, common);
  return common;
}
