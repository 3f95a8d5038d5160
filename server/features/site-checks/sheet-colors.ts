/** A value in a style sheet, and its place there: a CSS variable, `button` or `link`. */
export interface SheetValue {
  readonly value: string
  readonly source: string
}

/** Maximum length of a selector and of a rule's declarations that are looked at, characters. */
const MAX_SELECTOR = 300
const MAX_RULE = 2000

/** Maximum number of variables and of rules of a style sheet that are looked at: a stranger writes it. */
const MAX_VARIABLES = 2000
const MAX_RULES = 5000

/** Selectors of main buttons and of plain links, without those of states and parts. */
const BUTTON =
  /^(?:button|input\[type=["']?submit["']?\]|(?:button|a)?\.(?:btn|button)(?:-{1,2}primary|\.(?:is-)?primary)?|\.wp-block-button__link|\.wp-element-button)$/i
const LINK = /^(?:(?:html|body)\s+)?a(?::link)?$/i

const COLOR = /#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^()]{5,50}\)|var\(\s{0,9}--[\w-]{1,60}\s{0,9}\)/i

/** The first variables of style sheets in their order. */
export function variablesIn(sheets: readonly string[]): SheetValue[] {
  return sheets.flatMap((sheet) =>
    [...sheet.matchAll(/(?<![\w-])(--[\w-]{1,60})\s{0,20}:\s{0,20}([^;}{]{1,60})/g)]
      .slice(0, MAX_VARIABLES)
      .map(([, source = '', value = '']) => ({ source, value })),
  )
}

/** Values of variables by name, each as it is defined first. */
export const firstValues = (variables: readonly SheetValue[]): ReadonlyMap<string, string> =>
  new Map(variables.toReversed().map(({ source, value }) => [source, value]))

/** Backgrounds of main buttons, then colours of links, in the order of the style sheets. */
export function accentsIn(sheets: readonly string[]): SheetValue[] {
  const rules = sheets.flatMap(rulesIn)
  const valuesOf = (source: string, selector: RegExp, property: RegExp): SheetValue[] =>
    rules.flatMap(({ selectors, body }) => {
      if (!selectors.some((one) => selector.test(one))) return []
      const value = COLOR.exec(property.exec(body)?.[1] ?? '')?.[0]
      return value === undefined ? [] : [{ value, source }]
    })
  return [
    ...valuesOf('button', BUTTON, /(?:^|;)\s*background(?:-color)?\s*:([^;]{1,200})/i),
    ...valuesOf('link', LINK, /(?:^|;)\s*color\s*:([^;]{1,200})/i),
  ]
}

/** The value of a variable where a value refers to one. */
export function resolved(value: string, values: ReadonlyMap<string, string>): string {
  const name = /^\s*var\(\s*(--[\w-]{1,60})\s*\)/.exec(value)?.[1]
  return name === undefined ? value : (values.get(name) ?? value)
}

interface Rule {
  readonly selectors: readonly string[]
  readonly body: string
}

/** The first rules of a style sheet, those within others included. Splitting takes time that grows linearly with the text. */
function rulesIn(sheet: string): Rule[] {
  return withoutComments(sheet)
    .split('}', MAX_RULES)
    .flatMap((piece) => {
      const at = piece.lastIndexOf('{')
      const from = piece.lastIndexOf('{', at - 1) + 1
      const [selector, body] = [piece.slice(from, at), piece.slice(at + 1)]
      const isRule = at > 0 && selector.length <= MAX_SELECTOR && body.length <= MAX_RULE
      return isRule ? [{ selectors: selector.split(',').map((one) => one.trim()), body }] : []
    })
}

function withoutComments(sheet: string): string {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const start = sheet.indexOf('/*', from)
    parts.push(sheet.slice(from, start === -1 ? undefined : start))
    const end = start === -1 ? -1 : sheet.indexOf('*/', start + 2)
    if (end === -1) return parts.join('')
    from = end + 2
  }
}
