import { t } from '../locales/translate.ts'

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/app\/home$/, t('shell.screens.home')],
  [/^\/app\/inbox/, t('shell.screens.inbox')],
  [/^\/app\/conversations\//, t('shell.screens.conversation')],
  [/^\/app\/reports$/, t('shell.screens.reports')],
  [/^\/app\/calls$/, t('shell.screens.calls')],
  [/^\/app\/calls\//, t('shell.screens.call')],
  [/^\/app\/contacts$/, t('shell.screens.contacts')],
  [/^\/app\/contacts\//, t('shell.screens.contact')],
  [/^\/app\/sms$/, t('shell.screens.sms')],
  [/^\/app\/sms\/new$/, t('shell.screens.newSms')],
  [/^\/app\/webhooks$/, t('shell.screens.webhooks')],
  [/^\/app\/webhooks\//, t('shell.screens.delivery')],
  [/^\/app\/assistants$/, t('shell.screens.assistants')],
  [/^\/app\/assistants\/new$/, t('shell.screens.newAssistant')],
  [/^\/app\/assistants\/\d+\/try$/, t('shell.screens.tryAssistant')],
  [/^\/app\/assistants\/\d+\/embed$/, t('shell.screens.embed')],
  [/^\/app\/assistants\/\d+\/tests$/, t('shell.screens.assistantTests')],
  [/^\/app\/assistants\/\d+$/, t('shell.screens.assistant')],
  [/^\/app\/knowledge/, t('shell.screens.knowledge')],
  [/^\/app\/tools$/, t('shell.screens.tools')],
  [/^\/app\/tools\//, t('shell.screens.tool')],
  [/^\/app\/campaigns$/, t('shell.screens.campaigns')],
  [/^\/app\/campaigns\/new$/, t('shell.screens.newCampaign')],
  [/^\/app\/campaigns\//, t('shell.screens.campaign')],
  [/^\/app\/leads$/, t('shell.screens.leads')],
  [/^\/app\/leads\//, t('shell.screens.lead')],
  [/^\/app\/do-not-call$/, t('shell.screens.doNotCall')],
  [/^\/app\/phone-numbers$/, t('shell.screens.phoneNumbers')],
  [/^\/app\/balance$/, t('shell.screens.balance')],
  [/^\/app\/users$/, t('shell.screens.users')],
  [/^\/app\/api-keys$/, t('shell.screens.apiKeys')],
  [/^\/app\/settings/, t('shell.screens.settings')],
  [/^\/app\/kitchen-sink$/, t('shell.screens.kitchenSink')],
]

/** Title of the screen at an address. */
export function screenName(path: string): string {
  return NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? t('shell.screens.lost')
}
