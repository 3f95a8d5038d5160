import './reference.css'
import { render } from 'preact'
import { createPreferences } from '../preferences.ts'
import { browserStorage } from '../storage.ts'
import { createReferenceModel } from './model.ts'
import { Reference } from './reference.tsx'

const { theme } = createPreferences(browserStorage())
document.documentElement.dataset['theme'] = theme.value

const model = createReferenceModel(() => fetch('/api/openapi.json'))
void model.load()
render(<Reference model={model} />, document.getElementById('reference')!)
