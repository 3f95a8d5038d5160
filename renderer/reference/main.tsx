import './reference.css'
import { render } from 'preact'
import { createPreferences } from '../app/preferences.ts'
import { browserStorage } from '../app/storage.ts'
import { createReferenceModel } from './model.ts'
import { Reference } from './reference.tsx'

const { theme } = createPreferences(browserStorage())
document.documentElement.dataset['theme'] = theme.value

const model = createReferenceModel((input, init) => fetch(input, init))
void model.load()
void model.access.check()
render(<Reference model={model} />, document.getElementById('reference')!)
