import './site-check.css'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { Banner, Loading } from '../../ui/states.tsx'
import { FindingList, type ResultProps } from './site-findings.tsx'
import { SiteWindow } from './site-window.tsx'

interface SiteCheckProps extends Pick<ResultProps, 'model' | 'embedding'> {
  readonly desk: Desk
}

/** Checks a page of the owner's website, and shows for each finding what to do. */
export function SiteCheck({ desk, model, embedding }: SiteCheckProps) {
  const { siteCheck } = model
  const { result, busy, error } = siteCheck

  function submit(event: Event): void {
    event.preventDefault()
    void siteCheck.check()
  }

  return (
    <div class="site-check">
      <form class="form-line" onSubmit={submit} noValidate>
        <Field label={t('siteCheck.address')} hint={t('siteCheck.addressHint')} error={error.value}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="url"
              dir="ltr"
              inputMode="url"
              placeholder="https://www.example.com/"
              value={siteCheck.address()}
              onEdit={siteCheck.edit}
            />
          )}
        </Field>
        <Button type="submit" busy={busy.value}>
          {result.value ? t('siteCheck.again') : t('siteCheck.check')}
        </Button>
      </form>
      {busy.value && <Loading label={t('siteCheck.checking')} rows={3} as="lines" />}
      {!busy.value && result.value && (
        <>
          <Result model={model} embedding={embedding} result={result.value} />
          {/* Only this computer's pages may open windows. */}
          {desk.workspaces.value?.shown === 'local' && (
            <SiteWindow model={model} embedding={embedding} result={result.value} />
          )}
        </>
      )}
    </div>
  )
}

function Result({ model, embedding, result }: ResultProps) {
  const { findings, url } = result
  const grave = findings.filter(
    ({ severity }) => severity === 'problem' || severity === 'warning',
  ).length
  return (
    <>
      <div role="status">
        <Banner tone={grave > 0 ? 'attention' : 'ok'}>
          <strong>
            {grave > 0 ? t('siteCheck.found', { count: grave }) : t('siteCheck.good')}
          </strong>{' '}
          <span class="site-address" dir="ltr">
            {url}
          </span>
        </Banner>
      </div>
      <FindingList
        label={t('siteCheck.findings')}
        findings={findings}
        model={model}
        embedding={embedding}
        result={result}
      />
    </>
  )
}
