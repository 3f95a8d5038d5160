import { createLocalizer, type Template } from '#contracts/localize.ts'
import { language } from './language.ts'

/* Screens that validate before sending use the server's error messages; only the page's language is loaded. */

type Texts = Readonly<Record<string, Template>>

const messages = import.meta.glob<Texts>('../../server/contracts/messages/*/fields.json', {
  import: 'default',
})
const attributes = import.meta.glob<Readonly<Record<string, string>>>(
  '../../server/contracts/messages/*/attributes.json',
  { import: 'default' },
)

const at = (name: string) => `../../server/contracts/messages/${language}/${name}.json`

/** Localizes field errors in the page's language. */
export const localizer = createLocalizer({
  language,
  messages: (await messages[at('fields')]?.()) ?? {},
  attributes: (await attributes[at('attributes')]?.()) ?? {},
})
