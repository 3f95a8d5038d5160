import './tests.css'
import { useEffect } from 'preact/hooks'
import type { AssistantTest } from '#contracts/assistant-tests.ts'
import type { Desk } from '../../../app/desk.ts'
import { useCommands } from '../../../app/keys/shortcuts.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Badge, Card, Page, PageHead } from '../../../ui/display.tsx'
import { PlayIcon, PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { ChecklistIcon, EditIcon } from '../../../ui/icons-work.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { TestEditor } from './test-editor.tsx'
import { TestResults } from './test-results.tsx'
import { createTestsModel, type TestsModel } from './tests-model.ts'

/** Test dialogues of an assistant, and the results of their runs. */
export function AssistantTests({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createTestsModel(desk.api, id), [id])
  useEffect(() => void model.load(), [model])
  useCommands(desk, [{ id: 'list.new', isKeyOnly: true, run: () => model.edit() }])
  const { value: name } = model.name
  const isRunning = model.running.value.length > 0
  const hasTests = (model.tests.value?.length ?? 0) > 0

  return (
    <Page>
      <PageHead
        title={
          name === undefined ? t('assistantTests.untitled') : t('assistantTests.title', { name })
        }
        lead={t('assistantTests.lead')}
        back={{ href: `/app/assistants/${id}`, label: name ?? t('assistantTests.untitled') }}
      >
        <Button icon={PlusIcon} onClick={() => model.edit()}>
          {t('assistantTests.create')}
        </Button>
        {hasTests && (
          <Button
            kind="primary"
            icon={PlayIcon}
            busy={isRunning}
            onClick={() => void run(desk, model)}
          >
            {t('assistantTests.runAll')}
          </Button>
        )}
      </PageHead>
      <Content desk={desk} model={model} />
      {model.edited.value && <TestEditor desk={desk} model={model} />}
    </Page>
  )
}

async function run({ toasts }: Desk, model: TestsModel, testId?: number): Promise<void> {
  const done = await model.run(testId)
  if (typeof done === 'string') toasts.show(done, 'danger')
  else if (done)
    toasts.show(
      t('assistantTests.ran', { passed: done.passed, all: done.passed + done.failed }),
      done.failed > 0 ? 'danger' : 'ok',
    )
}

interface PartProps {
  readonly desk: Desk
  readonly model: TestsModel
}

function Content({ desk, model }: PartProps) {
  const tests = model.tests.value
  if (!tests) {
    return model.failure.value ? (
      <ErrorState title={t('assistantTests.failed')} onRetry={() => void model.load()}>
        <p>{model.failure.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('assistantTests.loading')} />
    )
  }
  if (tests.length === 0 && model.runs.value.length === 0) {
    return (
      <Empty
        icon={ChecklistIcon}
        title={t('assistantTests.empty')}
        actions={
          <Button kind="primary" icon={PlusIcon} onClick={() => model.edit()}>
            {t('assistantTests.create')}
          </Button>
        }
      >
        <p>{t('assistantTests.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <div class="assistant-tests">
      <Card title={t('assistantTests.list')}>
        <ul class="test-list">
          {tests.map((test) => (
            <Row key={test.id} desk={desk} model={model} test={test} />
          ))}
        </ul>
      </Card>
      <TestResults model={model} />
    </div>
  )
}

function Row({ desk, model, test }: PartProps & { readonly test: AssistantTest }) {
  const expectations = test.lines.reduce((sum, line) => sum + line.expectations.length, 0)

  async function remove(): Promise<void> {
    try {
      const undo = await model.remove(test)
      desk.toasts.undo(t('assistantTests.removed', { name: test.name }), undo)
    } catch (failure) {
      desk.toasts.show((failure as Error).message, 'danger')
    }
  }

  return (
    <li class="test-row">
      <div class="test-row-words">
        <strong>
          <bdi>{test.name}</bdi>
        </strong>
        <span class="quiet">
          {t('assistantTests.lines', { count: test.lines.length })},{' '}
          {t('assistantTests.expectations', { count: expectations })}
        </span>
      </div>
      <TestStatus model={model} test={test} />
      <div class="test-row-actions">
        <IconButton
          icon={PlayIcon}
          label={t('assistantTests.run', { name: test.name })}
          busy={model.running.value.includes(test.id)}
          onClick={() => void run(desk, model, test.id)}
        />
        <IconButton
          icon={EditIcon}
          label={t('assistantTests.edit', { name: test.name })}
          onClick={() => model.edit(test)}
        />
        <IconButton
          icon={TrashIcon}
          label={t('assistantTests.remove', { name: test.name })}
          onClick={() => void remove()}
        />
      </div>
    </li>
  )
}

/** Status of a test in the displayed run. */
function TestStatus({ model, test }: { readonly model: TestsModel; readonly test: AssistantTest }) {
  if (model.running.value.includes(test.id)) return <Badge>{t('assistantTests.running')}</Badge>
  const result = model.results.value.get(test.id)
  if (!result) return <Badge>{t('assistantTests.notRun')}</Badge>
  return result.passed ? (
    <Badge tone="ok">{t('assistantTests.passed')}</Badge>
  ) : (
    <Badge tone="danger">{t('assistantTests.failedTest')}</Badge>
  )
}
