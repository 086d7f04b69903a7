/** The shapes in which pictures are drawn. */
export const PICTURE_SHAPES = ['square', 'landscape', 'portrait'] as const;
export type PictureShape = (typeof PICTURE_SHAPES)[number];

/**
 * Words that name a shape, in English, German, French, Spanish, Portuguese, Japanese and Arabic. “A landscape” and
 * “a portrait of my cat” name what to draw.
 */
const NAMES: readonly [PictureShape, ...RegExp[]][] = [
  [
    'square',
    /\b(?:square (?:format|picture|image)|in a square|1:1)\b/i,
    /\b(?:quadratische[mnrs]? (?:bild|foto|format)|quadratformat)\b/i,
    /(?:format|cadre) carré|(?:image|photo) carrée/i,
    /\b(?:formato cuadrado|(?:imagen|foto) cuadrada)\b/i,
    /\b(?:formato quadrado|(?:imagem|foto) quadrada)\b/i,
    /正方形(?:の(?:画像|写真|絵)|で)/,
    /(?:تنسيق|إطار) مربع|صورة مربعة/,
  ],
  [
    'portrait',
    /\b(?:portrait (?:format|mode|orientation)|vertical (?:format|picture|image)|phone wallpaper|2:3|3:4|9:16)\b/i,
    /\b(?:hochformat(?:ig(?:e[mnrs]?)?)?|handy-?hintergrund(?:bild)?)\b/i,
    /\b(?:(?:format|mode|orientation) (?:portrait|verticale?)|image verticale|fond d[’']écran (?:de|pour) (?:téléphone|mobile))\b/i,
    /\b(?:(?:formato|modo) (?:vertical|retrato)|orientación vertical|(?:imagen|foto) (?:en )?vertical|fondo de pantalla (?:de|para) (?:el )?(?:móvil|celular|teléfono))\b/i,
    /\b(?:(?:formato|modo|orientação) (?:vertical|retrato)|(?:imagem|foto) (?:na )?vertical|papel de parede (?:de|do|para) (?:o )?(?:celular|telefone))\b/i,
    /縦長|縦(?:型|向き)の(?:画像|写真|絵)|(?:スマホ|携帯|スマートフォン)の?壁紙/,
    /(?:وضع|الوضع|اتجاه|تنسيق) (?:ال)?(?:عمودي|رأسي|طولي)|صورة (?:عمودية|رأسية|طولية)|بالطول|خلفية (?:لل?|ال)?(?:هاتف|جوال)/,
  ],
  [
    'landscape',
    /\b(?:landscape (?:format|mode|orientation)|horizontal (?:format|picture|image)|wide ?screen|desktop wallpaper|3:2|4:3|16:9)\b/i,
    /\b(?:querformat(?:ig(?:e[mnrs]?)?)?|breitbild|(?:desktop|bildschirm)-?hintergrund(?:bild)?)\b/i,
    /\b(?:(?:format|mode|orientation) (?:paysage|horizontale?)|image horizontale|fond d[’']écran (?:d[’']ordinateur|de bureau|pour (?:ordinateur|pc)))\b/i,
    /\b(?:(?:formato|modo) (?:horizontal|paisaje|apaisado)|orientación horizontal|(?:imagen|foto) (?:en )?horizontal|imagen apaisada|fondo de escritorio|fondo de pantalla (?:de|para) (?:el )?(?:ordenador|pc|computadora))\b/i,
    /\b(?:(?:formato|modo|orientação) (?:horizontal|paisagem)|(?:imagem|foto) (?:na )?horizontal|papel de parede (?:de|do|para) (?:o )?(?:computador|pc|desktop))\b/i,
    /横長|横(?:型|向き)の(?:画像|写真|絵)|ワイド(?:画面|スクリーン)|(?:デスクトップ|パソコン|PC)の?壁紙/i,
    /(?:وضع|الوضع|اتجاه|تنسيق) (?:ال)?(?:أفقي|عرضي)|صورة (?:أفقية|عريضة)|بالعرض|شاشة عريضة|خلفية (?:ل?سطح المكتب|(?:لل?|ال)(?:حاسوب|كمبيوتر))/,
  ],
];

/** The shape that a description asks for; square unless it names another. */
export function shapeIn(prompt: string): PictureShape {
  // Full-width digits and letters in two parts are as good as others.
  const words = prompt.normalize('NFKC');
  return NAMES.find(([, ...names]) => names.some((name) => name.test(words)))?.[0] ?? 'square';
}
