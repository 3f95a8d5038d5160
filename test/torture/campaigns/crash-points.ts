/** The point that is too rare to wait for: the owner has to stop a campaign. */
export const AT_STOP = 'when the campaign stops or ends'

/** Points in a campaign at which the process is killed: the database is about to do this, or has just done it. */
export const CRASH_POINTS: Readonly<Record<string, string>> = {
  'before a lead is taken':
    "BEFORE UPDATE OF status ON main.leads WHEN new.status = 'processing' AND old.status <> 'processing'",
  'between the lead and its call': 'BEFORE INSERT ON main.calls WHEN new.lead_id IS NOT NULL',
  'between the call and its money': "BEFORE INSERT ON main.ledger WHEN new.kind = 'call.hold'",
  'before the call is asked for': "BEFORE INSERT ON main.jobs WHEN new.kind = 'call.dial'",
  'before the next turn is planned': "BEFORE INSERT ON main.jobs WHEN new.kind = 'campaign.run'",
  'before it is dialled': 'BEFORE UPDATE OF dialled_at ON main.calls',
  'while it rings': "BEFORE UPDATE OF status ON main.calls WHEN new.status = 'ringing'",
  'at the answer': "AFTER UPDATE OF status ON main.calls WHEN new.status = 'in-progress'",
  'at the end': "BEFORE UPDATE OF status ON main.calls WHEN new.status GLOB 'ended*'",
  'before the post-call work': "AFTER INSERT ON main.jobs WHEN new.kind = 'call.finish'",
  'between the end and the lead':
    "AFTER UPDATE OF status ON main.calls WHEN new.status IN ('completed', 'busy', 'no-answer', 'failed')",
  'after a round': "AFTER UPDATE OF status ON main.leads WHEN new.status = 'rescheduled'",
  'when the interval is over':
    "BEFORE UPDATE OF status ON main.leads WHEN new.status = 'scheduled'",
  'when a lead ends':
    "AFTER UPDATE OF status ON main.leads WHEN new.status IN ('completed', 'reached-max-retries', 'blacklisted')",
  [AT_STOP]: "BEFORE UPDATE OF status ON main.campaigns WHEN new.status <> 'in-progress'",
}

export const CRASH_POINT_NAMES = Object.keys(CRASH_POINTS)
