import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { sessionTexts } from '../../texts/session.ts'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { SessionModel } from './model.ts'

const t = sessionTexts

interface SignInProps {
  readonly session: SessionModel
  /** The way to somewhere else. */
  readonly children?: ComponentChildren
}

/** The door: a one-time link, or an API key. */
export function SignIn({ session, children }: SignInProps) {
  const secret = useSignal('')
  const missing = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  const error = missing.value ? t.missing : session.error.value

  useEffect(() => {
    document.title = t.windowTitle
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
        {children}
        <Brand size={40} />
        <h1>{t.title}</h1>
        <p>
          {t.link} <strong>{t.openLink}</strong> {t.noPassword}
        </p>
        <p class="quiet">
          {t.once} <code>npm start</code>
        </p>
        <form ref={form} onSubmit={submit} noValidate>
          <Field label={t.key} hint={t.keyHint} error={error}>
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
            {t.signIn}
          </Button>
        </form>
      </div>
    </main>
  )
}
