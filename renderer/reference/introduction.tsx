import { TextInput } from '../ui/controls.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Field } from '../ui/field.tsx'
import type { Access } from './access.ts'
import type { OpenApi } from './openapi.ts'

interface IntroductionProps {
  readonly document: OpenApi
  readonly access: Access
}

/** Introduction: the purpose of the page, the API's address, and the credentials for trying it. */
export function Introduction({ document, access }: IntroductionProps) {
  const url = document.servers[0]?.url ?? ''
  return (
    <header class="introduction">
      <h1>API reference</h1>
      <p>
        {document.info.description} Version {document.info.version}. For your tools:{' '}
        <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
      </p>
      <p>
        Create a key in <a href="/app/settings">Settings</a> and send it with every call. To check
        that it works:
      </p>
      <CopyField
        label="First call"
        text={`KEY='…'\ncurl '${url}/user/me' \\\n  -H "Authorization: Bearer $KEY"`}
      />
      <AccessPanel access={access} />
    </header>
  )
}

function AccessPanel({ access }: { readonly access: Access }) {
  return (
    <section class="access" aria-labelledby="access-title">
      <h2 id="access-title">Try it here</h2>
      <p class="quiet">
        “Try it” sends a real call, {access.words.value}.
        {access.signedIn.value === 'nobody' && access.key.value === '' && (
          <>
            {' '}
            <a href="/app/">Sign in</a> in this browser, or paste a key.
          </>
        )}
      </p>
      <div class="form-pair">
        <Field label="API key" hint="Kept only in the memory of this page.">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              autocomplete="off"
              spellcheck={false}
              dir="ltr"
              placeholder={access.signedIn.value === 'nobody' ? '3|rZ8xkq…' : 'Not needed'}
              value={access.key.value}
              onEdit={(key) => {
                access.key.value = key
              }}
            />
          )}
        </Field>
        <Field label="Visitor’s token" hint="For the endpoints of the chat widget.">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              autocomplete="off"
              spellcheck={false}
              dir="ltr"
              value={access.token.value}
              onEdit={(token) => {
                access.token.value = token
              }}
            />
          )}
        </Field>
      </div>
    </section>
  )
}
