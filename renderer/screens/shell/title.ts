import { shellTexts } from '../../texts/shell.ts'

const { screens } = shellTexts

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/app\/home$/, screens.home],
  [/^\/app\/inbox/, screens.inbox],
  [/^\/app\/conversations$/, screens.conversations],
  [/^\/app\/conversations\//, screens.conversation],
  [/^\/app\/calls$/, screens.calls],
  [/^\/app\/calls\//, screens.call],
  [/^\/app\/contacts$/, screens.contacts],
  [/^\/app\/contacts\//, screens.contact],
  [/^\/app\/sms$/, screens.sms],
  [/^\/app\/sms\/new$/, screens.newSms],
  [/^\/app\/webhooks$/, screens.webhooks],
  [/^\/app\/webhooks\//, screens.delivery],
  [/^\/app\/assistants$/, screens.assistants],
  [/^\/app\/assistants\/new$/, screens.newAssistant],
  [/^\/app\/assistants\/\d+\/try$/, screens.tryAssistant],
  [/^\/app\/assistants\/\d+\/embed$/, screens.embed],
  [/^\/app\/assistants\/\d+\/tests$/, screens.assistantTests],
  [/^\/app\/assistants\/\d+$/, screens.assistant],
  [/^\/app\/knowledge/, screens.knowledge],
  [/^\/app\/tools$/, screens.tools],
  [/^\/app\/tools\//, screens.tool],
  [/^\/app\/phone-numbers$/, screens.phoneNumbers],
  [/^\/app\/balance$/, screens.balance],
  [/^\/app\/users$/, screens.users],
  [/^\/app\/api-keys$/, screens.apiKeys],
  [/^\/app\/settings/, screens.settings],
  [/^\/app\/kitchen-sink$/, screens.kitchenSink],
]

/** What the screen at an address is called. */
export function screenName(path: string): string {
  return NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? screens.lost
}
