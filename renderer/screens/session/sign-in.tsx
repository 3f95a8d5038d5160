import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { SessionModel } from './model.ts'

/** The door: a one-time link, or an API key. */
export function SignIn({ session }: { readonly session: SessionModel }) {
  const secret = useSignal('')
  const missing = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  const error = missing.value ? 'Paste an API key first.' : session.error.value

  useEffect(() => {
    document.title = 'Sign in · Parley'
  }, [])
  useEffect(() => {
    if (error) form.current?.querySelector('input')?.focus()
  }, [error])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    missing.value = secret.value.trim() === ''
    if (!missing.value && !session.busy.value) await session.signIn(secret.value)
  }

  return (
    <main class="door">
      <div class="door-card">
        <Brand size={40} />
        <h1>Sign in to Parley</h1>
        <p>
          When Parley starts, it prints a link in the terminal. <strong>Open that link</strong> and
          you are in: no password to remember.
        </p>
        <p class="quiet">
          Each link works once. For a fresh one, start Parley again: <code>npm start</code>
        </p>
        <form ref={form} onSubmit={submit} noValidate>
          <Field
            label="Or paste an API key"
            hint="It looks like 1|x7Kp… and is not kept in this browser."
            error={error}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                type="password"
                name="key"
                autocomplete="off"
                spellcheck={false}
                value={secret.value}
                onEdit={(value) => {
                  secret.value = value
                  missing.value = false
                }}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" busy={session.busy.value}>
            Sign in
          </Button>
        </form>
      </div>
    </main>
  )
}
