import './form.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { queryState } from '../../../app/query-state.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { useLeaveGuard } from '../../../app/use-leave-guard.tsx'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/display.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useModel } from '../../../ui/use-model.ts'
import { CannotAnswer } from '../../records/cannot-answer.tsx'
import { Playground } from '../playground/playground.tsx'
import { createPlaygroundModel } from '../playground/playground-model.ts'
import { createSpokenModel } from '../playground/spoken-model.ts'
import { Replay } from '../replay/replay.tsx'
import { SECTIONS } from '../settings/fields.ts'
import { authorName, MergeDialog } from '../versions/merge-dialog.tsx'
import { Versions } from '../versions/versions.tsx'
import { FormHead } from './form-head.tsx'
import { createFormModel, type FormModel } from './form-model.ts'
import { FormSections } from './form-sections.tsx'
import { jumpToMistake, sectionId } from './jump.ts'
import { SaveBar } from './save-bar.tsx'
import { SectionNav } from './section-nav.tsx'
import { useSpy } from './use-spy.ts'

const SECTION_IDS = Object.keys(SECTIONS).map(sectionId)

/** The settings of an assistant, next to a conversation with it. */
export function AssistantForm({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createFormModel({ ...desk, id }), [id])
  useEffect(() => void model.open(), [model])

  if (model.values.value) return <Editor key={id} desk={desk} model={model} />
  return (
    <Page>
      {model.loadFailure.value ? (
        <ErrorState title={t('assistantForm.loadFailed')} onRetry={model.open}>
          <p>{model.loadFailure.value}</p>
          <p>
            <a href="/app/assistants">{t('assistantForm.back')}</a>
          </p>
        </ErrorState>
      ) : (
        <Loading label={t('assistantForm.loading')} rows={6} />
      )}
    </Page>
  )
}

type EditorProps = Pick<ScreenProps, 'desk'> & { readonly model: FormModel }

function Editor({ desk, model }: EditorProps) {
  const play = useModel(
    () =>
      createPlaygroundModel({ fetch: desk.fetch, id: model.id, values: () => model.values.value }),
    [model],
  )
  const spoken = useModel(
    () =>
      createSpokenModel({
        api: desk.api,
        id: model.id,
        values: () => model.values.value,
        variables: () =>
          Object.fromEntries(play.asked.value.map(({ name, value }) => [name, value])),
      }),
    [model],
  )
  const address = useModel(
    () => ({
      view: queryState<'form' | 'play'>(desk.address, 'view', {
        fallback: 'form',
        values: ['form', 'play'],
      }),
      panel: queryState<'' | 'versions' | 'replay'>(desk.address, 'panel', {
        fallback: '',
        values: ['', 'versions', 'replay'],
      }),
    }),
    [model],
  )
  const isWide = useMedia('(width >= 90rem)')
  const withApiNames = useSignal(false)
  const isMerging = useSignal(false)
  const scroller = useRef<HTMLDivElement>(null)
  const isFormShown = isWide || address.view.value === 'form'
  const current = useSpy(scroller, SECTION_IDS, isFormShown)
  const guard = useLeaveGuard(desk.address, model.isDirty.value, t('assistantForm.leave'))
  const theirs = model.theirs.value

  function showForm(): void {
    address.view.value = 'form'
  }

  return (
    <main class="page assistant-form" id="main" tabIndex={-1}>
      <FormHead
        desk={desk}
        model={model}
        view={isWide ? undefined : address.view.value}
        onView={(view) => {
          address.view.value = view
        }}
        onVersions={() => {
          address.panel.value = 'versions'
        }}
        onReplay={() => {
          address.panel.value = 'replay'
        }}
      />
      <CannotAnswer desk={desk} assistant={model.id} version={model.form.value?.version.number} />
      <div class="assistant-form-body" data-view={isWide ? 'both' : address.view.value}>
        <SectionNav
          desk={desk}
          model={model}
          current={isFormShown ? current : undefined}
          withApiNames={withApiNames.value}
          onApiNames={(isOn) => {
            withApiNames.value = isOn
          }}
          onGo={showForm}
        />
        {isFormShown && (
          <div class="assistant-form-main">
            {theirs && (
              <Banner
                tone="attention"
                icon={AlertIcon}
                actions={
                  <Button
                    size="small"
                    onClick={() => {
                      isMerging.value = true
                    }}
                  >
                    {t('assistantVersions.merge.look')}
                  </Button>
                }
              >
                {t('assistantVersions.merge.banner', { who: authorName(theirs.version.author) })}
              </Banner>
            )}
            <div class="assistant-form-scroller" ref={scroller}>
              <FormSections model={model} withApiNames={withApiNames.value} />
            </div>
          </div>
        )}
        {(isWide || !isFormShown) && <Playground model={play} spoken={spoken} />}
        <SaveBar
          desk={desk}
          model={model}
          onRefused={() => {
            showForm()
            jumpToMistake(scroller.current ?? document)
          }}
          onSuperseded={() => {
            isMerging.value = true
          }}
        />
      </div>
      {isMerging.value && theirs && (
        <MergeDialog
          model={model}
          onClose={() => {
            isMerging.value = false
          }}
          onMerged={() => {
            isMerging.value = false
            desk.toasts.show(t('assistantVersions.merge.done'))
          }}
        />
      )}
      {address.panel.value === 'versions' && (
        <Versions
          desk={desk}
          model={model}
          onClose={() => {
            address.panel.value = ''
          }}
        />
      )}
      {address.panel.value === 'replay' && (
        <Replay
          desk={desk}
          model={model}
          onClose={() => {
            address.panel.value = ''
          }}
        />
      )}
      {guard}
    </main>
  )
}
