import { useSignal } from '@preact/signals'
import { type ComponentType, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ErrorBoundary, lazy, Router } from 'preact-iso'
import type { Capability } from '#contracts/capabilities.ts'
import type { Desk } from './app/desk.ts'
import type { ScreenProps } from './app/screen.ts'
import { Locked } from './shell/locked.tsx'
import { loadScreen, Unloadable } from './shell/unloadable.tsx'

/** Props that the router reads from a route and passes on. */
interface RouteProps extends Partial<Pick<ScreenProps, 'params'>> {
  readonly path?: string
  readonly default?: true
}

// Provided as context: the router serializes its routes' props to JSON on every change, and the desk is large.
const DeskContext = createContext<Desk | undefined>(undefined)

/** A lazily loaded screen, shown only to operators with the required capability. */
function screen(
  load: () => Promise<ComponentType<ScreenProps>>,
  capability?: Capability,
): ComponentType<RouteProps> {
  const Shown = lazy(async () => {
    const Loaded = await loadScreen(load)
    return function Screen({ params = {} }: RouteProps) {
      return <Loaded desk={useContext(DeskContext)!} params={params} />
    }
  })
  if (capability === undefined) return Shown
  return function Guarded(props: RouteProps) {
    const { session } = useContext(DeskContext)!
    return session.may(capability) ? <Shown {...props} /> : <Locked />
  }
}

const Home = screen(() => import('./screens/home/home.tsx').then((m) => m.Home))
const Inbox = screen(() => import('./screens/inbox/inbox.tsx').then((m) => m.Inbox))
const ConversationRecord = screen(
  () => import('./screens/conversations/conversation.tsx').then((m) => m.ConversationRecord),
  'conversations',
)
const Reports = screen(
  () => import('./screens/reports/reports.tsx').then((m) => m.Reports),
  'reports',
)
const Calls = screen(() => import('./screens/calls/calls.tsx').then((m) => m.Calls), 'records')
const CallReport = screen(
  () => import('./screens/calls/report/report.tsx').then((m) => m.CallReportScreen),
  'records',
)
const CallRecord = screen(
  () => import('./screens/calls/call.tsx').then((m) => m.CallRecord),
  'records',
)
const Contacts = screen(
  () => import('./screens/contacts/contacts.tsx').then((m) => m.Contacts),
  'contacts',
)
const ContactRecord = screen(
  () => import('./screens/contacts/contact.tsx').then((m) => m.ContactRecord),
  'contacts',
)
const Campaigns = screen(
  () => import('./screens/campaigns/list/campaigns.tsx').then((m) => m.Campaigns),
  'records',
)
const CampaignForm = screen(
  () => import('./screens/campaigns/form/form.tsx').then((m) => m.CampaignForm),
  'outreach',
)
const CampaignRecord = screen(
  () => import('./screens/campaigns/detail/campaign.tsx').then((m) => m.CampaignRecord),
  'records',
)
const Leads = screen(() => import('./screens/leads/list/leads.tsx').then((m) => m.Leads), 'records')
const LeadRecord = screen(
  () => import('./screens/leads/detail/lead.tsx').then((m) => m.LeadRecord),
  'records',
)
const DoNotCall = screen(
  () => import('./screens/do-not-call/do-not-call.tsx').then((m) => m.DoNotCall),
  'records',
)
const PhoneNumbers = screen(
  () => import('./screens/phone-numbers/phone-numbers.tsx').then((m) => m.PhoneNumbers),
  'numbers',
)
const SmsMessages = screen(
  () => import('./screens/sms/sms.tsx').then((m) => m.SmsMessages),
  'records',
)
const ComposeSms = screen(
  () => import('./screens/sms/compose.tsx').then((m) => m.ComposeSms),
  'outreach',
)
const MessengerPhone = screen(
  () => import('./screens/messenger-phone/phone.tsx').then((m) => m.MessengerPhone),
  'outreach',
)
const Webhooks = screen(
  () => import('./screens/webhooks/webhooks.tsx').then((m) => m.Webhooks),
  'webhooks',
)
const DeliveryRecord = screen(
  () => import('./screens/webhooks/delivery.tsx').then((m) => m.DeliveryRecord),
  'webhooks',
)
const Balance = screen(
  () => import('./screens/balance/balance.tsx').then((m) => m.Balance),
  'spending',
)
const Assistants = screen(
  () => import('./screens/assistants/list/list.tsx').then((m) => m.Assistants),
  'assistants',
)
const NewAssistant = screen(
  () => import('./screens/assistants/new/new.tsx').then((m) => m.NewAssistantScreen),
  'assistants',
)
const AssistantForm = screen(
  () => import('./screens/assistants/form/form.tsx').then((m) => m.AssistantForm),
  'assistants',
)
const AssistantTests = screen(
  () => import('./screens/assistants/tests/tests.tsx').then((m) => m.AssistantTests),
  'assistants',
)
const Try = screen(
  () => import('./screens/assistants/try/try.tsx').then((m) => m.Try),
  'assistants',
)
const Embed = screen(() => import('./screens/embed/embed.tsx').then((m) => m.Embed), 'assistants')
const Knowledge = screen(
  () => import('./screens/knowledge/knowledge.tsx').then((m) => m.Knowledge),
  'knowledge',
)
const KnowledgeEntries = screen(
  () => import('./screens/knowledge/entries/entries.tsx').then((m) => m.Entries),
  'knowledge',
)
const Corrections = screen(
  () => import('./screens/knowledge/corrections/corrections.tsx').then((m) => m.Corrections),
  'conversations',
)
const Unanswered = screen(
  () => import('./screens/knowledge/unanswered/unanswered.tsx').then((m) => m.Unanswered),
  'conversations',
)
const KnowledgeBaseScreen = screen(
  () => import('./screens/knowledge/base.tsx').then((m) => m.KnowledgeBaseScreen),
  'knowledge',
)
const Tools = screen(() => import('./screens/tools/tools.tsx').then((m) => m.Tools), 'assistants')
const ToolScreen = screen(
  () => import('./screens/tools/tool.tsx').then((m) => m.ToolScreen),
  'assistants',
)
const Users = screen(() => import('./screens/users/users.tsx').then((m) => m.Users), 'people')
const ApiKeys = screen(
  () => import('./screens/api-keys/api-keys.tsx').then((m) => m.ApiKeys),
  'keys',
)
const Settings = screen(() => import('./screens/settings/settings.tsx').then((m) => m.Settings))
const KitchenSink = screen(() =>
  import('./screens/kitchen-sink/kitchen-sink.tsx').then((m) => m.KitchenSink),
)
const Lost = screen(() => import('./shell/not-found.tsx').then((m) => m.NotFound))

interface RoutesProps {
  readonly desk: Desk
  readonly onArrive: () => void
}

/** Renders the screen for the current address. */
export function Routes({ desk, onArrive }: RoutesProps) {
  const failed = useSignal(false)
  if (failed.value) return <Unloadable />

  return (
    <DeskContext.Provider value={desk}>
      <ErrorBoundary
        onError={(error) => {
          console.error(error)
          failed.value = true
        }}
      >
        <Router onRouteChange={onArrive}>
          <Home path="/app/home" />
          <Inbox path="/app/inbox/:id?" />
          <ConversationRecord path="/app/conversations/:id" />
          <Reports path="/app/reports" />
          <Calls path="/app/calls" />
          <CallReport path="/app/calls/report" />
          <CallRecord path="/app/calls/:id" />
          <Contacts path="/app/contacts" />
          <ContactRecord path="/app/contacts/:id" />
          <Campaigns path="/app/campaigns" />
          <CampaignForm path="/app/campaigns/new" />
          <CampaignForm path="/app/campaigns/:id/edit" />
          <CampaignRecord path="/app/campaigns/:id" />
          <Leads path="/app/leads" />
          <LeadRecord path="/app/leads/:id" />
          <DoNotCall path="/app/do-not-call" />
          <PhoneNumbers path="/app/phone-numbers" />
          <SmsMessages path="/app/sms" />
          <ComposeSms path="/app/sms/new" />
          <MessengerPhone path="/app/messenger-phone" />
          <Webhooks path="/app/webhooks" />
          <DeliveryRecord path="/app/webhooks/:id" />
          <Balance path="/app/balance" />
          <Assistants path="/app/assistants" />
          <NewAssistant path="/app/assistants/new" />
          <AssistantForm path="/app/assistants/:id" />
          <Try path="/app/assistants/:id/try" />
          <AssistantTests path="/app/assistants/:id/tests" />
          <Embed path="/app/assistants/:id/embed" />
          <Knowledge path="/app/knowledge" />
          <KnowledgeEntries path="/app/knowledge/entries" />
          <Corrections path="/app/knowledge/corrections" />
          <Unanswered path="/app/knowledge/unanswered" />
          <KnowledgeBaseScreen path="/app/knowledge/:id" />
          <Tools path="/app/tools" />
          <ToolScreen path="/app/tools/:id" />
          <Users path="/app/users" />
          <ApiKeys path="/app/api-keys" />
          <Settings path="/app/settings/:part?" />
          <KitchenSink path="/app/kitchen-sink" />
          <Lost default />
        </Router>
      </ErrorBoundary>
    </DeskContext.Provider>
  )
}
