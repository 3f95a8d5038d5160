import { createLocalizer, type Template } from '#contracts/localize.ts'
import { language } from './language.ts'

/* A screen that checks before it sends anything uses the server's own words; only those of this language are loaded. */

type Texts = Readonly<Record<string, Template>>

const messages = import.meta.glob<Texts>('../../server/contracts/messages/*/fields.json', {
  import: 'default',
})
const attributes = import.meta.glob<Readonly<Record<string, string>>>(
  '../../server/contracts/messages/*/attributes.json',
  { import: 'default' },
)

const at = (name: string) => `../../server/contracts/messages/${language}/${name}.json`

/** Words a fault of a field in the language of the page. */
export const localizer = createLocalizer({
  language,
  messages: (await messages[at('fields')]?.()) ?? {},
  attributes: (await attributes[at('attributes')]?.()) ?? {},
})
