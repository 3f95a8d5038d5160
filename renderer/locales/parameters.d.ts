// Made from en.json by `npm run locales`.
type Value = string | number

export interface Parameters {
  'apiKeys.revokeOf': { name: Value }
  'apiKeys.revokeTitle': { name: Value }
  'apiKeys.revoked': { name: Value }
  'apiKeys.ready': { name: Value }
  'assistantForm.byDefault': { value: Value }
  'assistantForm.hiddenByMode': { count: number }
  'assistantForm.ignoredBy': { name: Value }
  'assistantForm.counter': { length: Value; max: Value }
  'assistantForm.characters': { count: number }
  'assistantForm.voices.listen': { name: Value }
  'assistantForm.voices.stop': { name: Value }
  'assistantForm.phone.taken': { name: Value }
  'assistantForm.object.variable': { number: Value }
  'assistantForm.extraction.value': { number: Value }
  'assistantForm.changes': { count: number }
  'assistantForm.discardOne': { label: Value }
  'assistantForm.saved': { version: Value }
  'assistantForm.hasErrors': { count: number }
  'assistantForm.key': { name: Value }
  'replay.last': { count: number }
  'replay.estimate': { answers: Value; cost: Value; from: Value; model: Value; seconds: Value }
  'replay.answers': { count: number }
  'replay.ofConversations': { count: number }
  'replay.done': { all: Value; done: Value }
  'replay.counts.same': { count: number }
  'replay.counts.better': { count: number }
  'replay.counts.worse': { count: number }
  'replay.counts.needs_person': { count: number }
  'replay.summary': { cost: Value; model: Value; seconds: Value }
  'replay.ofVersion': { better: Value; person: Value; same: Value; worse: Value }
  'assistantTests.title': { name: Value }
  'assistantTests.run': { name: Value }
  'assistantTests.edit': { name: Value }
  'assistantTests.remove': { name: Value }
  'assistantTests.removed': { name: Value }
  'assistantTests.saved': { name: Value }
  'assistantTests.ran': { all: Value; passed: Value }
  'assistantTests.lines': { count: number }
  'assistantTests.expectations': { count: number }
  'assistantTests.runOf': { all: Value; passed: Value; when: Value }
  'assistantTests.by': { cost: Value; model: Value }
  'assistantTests.called': { name: Value }
  'assistantTests.line': { number: Value }
  'assistantTests.kind': { line: Value; number: Value }
  'assistantTests.value': { line: Value; number: Value }
  'assistantTests.field': { line: Value; number: Value }
  'assistantTests.expectation': { line: Value; number: Value }
  'assistantTools.remove': { name: Value }
  'assistantVersions.number': { number: Value }
  'assistantVersions.restoredFrom': { number: Value }
  'assistantVersions.by': { who: Value }
  'assistantVersions.restored': { number: Value }
  'assistantVersions.gone': { labels: Value }
  'assistantVersions.merge.banner': { who: Value }
  'assistantVersions.merge.lead': { version: Value; who: Value }
  'assistants.today': { count: number }
  'assistants.answers': { name: Value }
  'assistants.tryOf': { name: Value }
  'assistants.embedOf': { name: Value }
  'assistants.deleted': { name: Value }
  'assistants.duplicated': { name: Value }
  'assistants.moreOf': { name: Value }
  'assistants.import.done': { name: Value }
  'assistants.new.ready': { name: Value }
  'assistants.try.title': { name: Value }
  'backups.notGood': { why: Value }
  'backups.lastFault': { why: Value }
  'backups.hours': { hours: Value }
  'backups.rows': { count: number }
  'backups.files': { count: number }
  'backups.restoreOf': { when: Value }
  'backups.restoreWhat': { when: Value }
  'backups.remove': { when: Value }
  'backups.removeWhat': { when: Value }
  'backups.checked': { when: Value }
  'balance.toppedUp': { amount: Value }
  'balance.after': { amount: Value }
  'balance.spendingNote': { timezone: Value }
  'balance.dayOptions': { count: number }
  'balance.counted': { count: number }
  'balance.smsNumber': { id: Value }
  'balance.messengerNumber': { id: Value }
  'balance.callNumber': { id: Value }
  'balance.answerNumber': { id: Value }
  'balance.rowName': { amount: Value; kind: Value }
  'balance.countries': { count: Value }
  'banners.gone.since': { time: Value }
  'budgets.usedOf': { limit: Value; spent: Value }
  'budgets.held': { amount: Value }
  'budgets.perVisitor': { amount: Value }
  'budgets.perConversation': { amount: Value }
  'budgets.edit': { name: Value }
  'fileImport.meaningOf': { column: Value }
  'fileImport.valid': { count: number }
  'fileImport.firstRows': { count: Value }
  'fileImport.detected': { format: Value }
  'callImport.tooMany': { max: Value }
  'callImport.unknownAssistant': { name: Value }
  'callImport.faulty': { count: number }
  'callImport.start': { count: number }
  'callImport.imported': { count: number }
  'callPlacing.cannotCall': { name: Value }
  'callPlacing.cannotBeCalled': { name: Value }
  'callPlacing.variable': { number: Value }
  'callPlacing.priceOf': { country: Value; price: Value }
  'callPlacing.notSold': { country: Value }
  'callPlacing.hold': { amount: Value; count: number }
  'callPlacing.balance': { amount: Value }
  'call.recordTitle': { number: Value }
  'call.said': { count: number }
  'call.after': { seconds: Value }
  'call.playFrom': { at: Value }
  'call.anatomy.open': { ms: Value }
  'call.anatomy.ms': { ms: Value }
  'call.speedOf': { speed: Value }
  'call.perMinute': { price: Value }
  'call.minutes': { count: number }
  'calls.counted': { count: number }
  'calls.rowName': { at: Value; number: Value }
  'callReport.waits': { half: Value; most: Value }
  'callReport.interruptionsIn': { count: number; interruptions: Value }
  'campaigns.openOf': { all: Value; open: Value }
  'campaigns.startTitle': { name: Value }
  'campaigns.stopTitle': { name: Value }
  'campaigns.removeTitle': { name: Value }
  'campaigns.cost.unpriced': { count: number }
  'leadImport.start': { count: number }
  'leadImport.imported': { count: number }
  'leadImport.skipped': { count: number }
  'leads.editOf': { number: Value }
  'leads.deleteOf': { number: Value }
  'leads.rowName': { campaign: Value; number: Value }
  'leads.counted': { count: number }
  'leads.contact': { number: Value }
  'leads.removeTitle': { number: Value }
  'doNotCall.wasAdded': { number: Value }
  'doNotCall.counted': { count: number }
  'doNotCall.removed': { number: Value }
  'doNotCall.removeOf': { number: Value }
  'filing.actionsOf': { name: Value }
  'filing.removeTitle': { name: Value }
  'filing.fileTitle': { count: number }
  'filing.filed': { count: number }
  'filing.moved': { count: number }
  'filing.select': { name: Value }
  'common.page': { number: Value }
  'common.rangeOf': { range: Value; total: Value }
  'common.lastDays': { days: Value }
  'common.copyOf': { label: Value }
  'common.copiedOf': { label: Value }
  'common.clearOf': { label: Value }
  'common.removeOf': { label: Value }
  'common.move': { name: Value }
  'common.moved': { count: Value; place: Value }
  'common.resetTo': { value: Value }
  'common.createOf': { text: Value }
  'common.typeToConfirm': { word: Value }
  'common.selected': { count: Value }
  'aid.translateInto': { language: Value }
  'aid.translated': { language: Value }
  'aid.cost': { cost: Value; model: Value }
  'composer.replyTo': { name: Value }
  'composer.replyPlaceholder': { name: Value }
  'composer.left': { count: Value }
  'composer.tooLong': { length: Value; max: Value }
  'composer.fillIn': { names: Value }
  'composer.placePicture': { name: Value }
  'composer.uploading': { name: Value }
  'composer.tooManyFiles': { max: Value }
  'composer.teamOf': { count: number }
  'composer.colleagueReplied': { name: Value }
  'composer.colleagueTitle': { name: Value }
  'composer.cannedNone': { text: Value }
  'composer.cannedDeleted': { title: Value }
  'composer.contentHint': { names: Value }
  'composer.suggested': { count: number }
  'contacts.notFound': { text: Value }
  'contacts.count': { count: number }
  'contacts.mergeLead': { name: Value }
  'contacts.merged': { name: Value }
  'contacts.splitDone': { name: Value }
  'contacts.holdings.conversations': { count: number }
  'contacts.holdings.calls': { count: number }
  'contacts.holdings.notes': { count: number }
  'contacts.holdings.labels': { count: number }
  'contacts.holdings.variables': { count: number }
  'contacts.holdings.pages': { count: number }
  'contacts.unread': { count: number }
  'contacts.messages': { count: number }
  'actions.selected': { count: Value }
  'actions.allSelected': { count: Value }
  'actions.selectAll': { count: Value }
  'actions.working': { all: Value; done: Value }
  'actions.done.end': { count: number }
  'actions.done.assign': { count: number }
  'actions.done.label': { count: number }
  'actions.done.unlabel': { count: number }
  'actions.done.snooze': { count: number }
  'actions.done.unsnooze': { count: number }
  'actions.done.read': { count: number }
  'actions.done.unread': { count: number }
  'actions.done.team': { count: number }
  'actions.done.mode': { count: number }
  'actions.confirmEnd': { count: number }
  'actions.makeLabel': { name: Value }
  'deliveries.attempts': { count: number }
  'deliveries.answered': { status: Value }
  'deliveries.took': { ms: Value }
  'deliveries.see': { event: Value }
  'delivery.allow': { address: Value }
  'delivery.attempt': { number: Value }
  'delivery.took': { ms: Value }
  'delivery.noMore': { count: Value }
  'delivery.old': { span: Value }
  'delivery.wrong': { parts: Value }
  'desktop.notSent': { why: Value }
  'details.browserOn': { browser: Value; system: Value }
  'details.editDetail': { label: Value }
  'details.seenAt': { when: Value }
  'details.morePages': { count: number }
  'details.stars': { count: number }
  'details.verifiedId': { id: Value }
  'hold.heldBy': { name: Value }
  'hold.notSentHeld': { name: Value }
  'hold.editedBy': { name: Value }
  'dial.lines.auto': { name: Value }
  'dial.lines.approve': { name: Value }
  'dial.lines.human': { name: Value }
  'dial.justNow.auto': { name: Value }
  'dial.justNow.approve': { name: Value }
  'dial.justNow.human': { name: Value }
  'dial.meanwhile.auto': { name: Value }
  'dial.meanwhile.approve': { name: Value }
  'dial.meanwhile.human': { name: Value }
  'dial.asked': { hint: Value }
  'dial.broken': { reason: Value }
  'dial.failedDraft': { reason: Value }
  'dial.sentBy': { name: Value }
  'dial.tooLong': { length: Value; max: Value }
  'dial.approvedBy': { name: Value }
  'dial.approvedEdited': { name: Value }
  'liveCall.takeFrom': { name: Value }
  'liveCall.takeFromHint': { name: Value }
  'liveCall.speaker': { name: Value }
  'liveCall.listeners': { names: Value }
  'liveCall.transferring': { number: Value }
  'ongoingCalls.one': { name: Value }
  'ongoingCalls.all': { count: number }
  'embedHours.hoursHint': { timezone: Value }
  'embedHours.openUntil': { when: Value }
  'embedHours.awayUntil': { when: Value }
  'embedHours.from': { day: Value }
  'embedHours.until': { day: Value }
  'embedHours.addTime': { day: Value }
  'embedHours.removeTime': { day: Value; from: Value }
  'embedHours.copy': { day: Value }
  'embedHours.copied': { day: Value }
  'embedIdentity.overlap': { until: Value }
  'embedIdentity.signed': { language: Value }
  'embedAnswers.more': { count: number }
  'embedAnswers.chosen': { count: number; max: Value }
  'embedAnswers.published': { at: Value; count: number; size: Value; until: Value }
  'embedInstall.tagOf': { way: Value }
  'embedInstall.visit': { host: Value }
  'siteCheck.found': { count: number }
  'siteCheck.useColor': { color: Value }
  'siteCheck.moveUp': { pixels: Value }
  'embedOffers.starter': { place: Value }
  'embedOffers.reply': { place: Value }
  'embedOffers.entries': { count: number }
  'embedOffers.fields': { count: number }
  'embedOffers.addDetail': { detail: Value }
  'embedOffers.field': { place: Value }
  'embedOffers.choice': { place: Value }
  'embedOffers.noWait': { longest: Value }
  'embedWebsites.remove': { origin: Value }
  'embed.title': { name: Value }
  'embed.mistakes': { count: number }
  'embed.colorNamed': { color: Value }
  'home.greetings.morning': { name: Value }
  'home.greetings.day': { name: Value }
  'home.greetings.evening': { name: Value }
  'home.waiting': { count: number }
  'home.allWaiting': { total: Value }
  'home.assigned': { name: Value }
  'home.webhooks': { count: number }
  'home.sms': { count: number }
  'home.documents': { count: number }
  'home.lowBalance': { balance: Value }
  'home.lowBalanceWhat': { spent: Value }
  'home.expiring': { phone: Value }
  'home.expired': { phone: Value }
  'home.compared': { time: Value; weekday: Value }
  'home.conversationsNote': { count: number }
  'home.aiShareNote': { asked: Value; handled: Value }
  'home.firstAnswerNote': { p90: Value }
  'home.callsInSandbox': { count: number }
  'home.callsCost': { cost: Value; minutes: Value }
  'home.callsNote': { count: number }
  'home.smsSent': { count: number }
  'home.satisfactionNote': { count: number }
  'home.stars': { average: Value }
  'home.lastDays': { days: Value }
  'home.plots.halfWithin': { time: Value }
  'home.steps.progress': { all: Value; done: Value }
  'betterModel.measure': { count: number }
  'betterModel.used': { model: Value }
  'betterModel.of': { all: Value; passed: Value }
  'betterModel.seconds': { seconds: Value }
  'home.seconds': { value: Value }
  'home.milliseconds': { value: Value }
  'home.minutes': { value: Value }
  'home.hours': { value: Value }
  'inbox.viewSaved': { name: Value }
  'inbox.viewMenu': { name: Value }
  'inbox.viewDeleted': { name: Value }
  'inbox.unshareViewTitle': { name: Value }
  'inbox.unshareViewHint': { person: Value }
  'inbox.viewShared': { name: Value }
  'inbox.viewUnshared': { name: Value }
  'inbox.copyOfView': { name: Value }
  'inbox.viewMissing': { filters: Value }
  'inbox.nothingFound': { words: Value }
  'inbox.sort': { current: Value }
  'inbox.matching': { count: number }
  'inbox.waitingNews': { count: Value }
  'inbox.newAnnounced': { count: number }
  'inbox.snoozedUntil': { time: Value }
  'inbox.waiting': { time: Value }
  'inbox.due.first': { time: Value }
  'inbox.due.next': { time: Value }
  'inbox.due.in': { time: Value }
  'inbox.due.overdue': { time: Value }
  'inbox.assignedTo': { name: Value }
  'inbox.viewing': { names: Value }
  'inbox.replying': { names: Value }
  'inbox.draftOf': { names: Value }
  'inbox.select': { name: Value }
  'inbox.chooseHint': { key: Value }
  'inbox.aiShare': { share: Value }
  'knowledge.documents': { count: number }
  'knowledge.faulty': { count: Value }
  'knowledge.deleteTitle': { name: Value }
  'knowledge.actionsOf': { name: Value }
  'knowledge.usedByThese': { names: Value }
  'knowledge.sending': { name: Value }
  'knowledge.passagesOf': { name: Value }
  'knowledge.passageCount': { count: number }
  'knowledge.pagesOf': { name: Value }
  'knowledge.website.line': { error: Value; line: Value }
  'knowledge.removed': { name: Value }
  'knowledge.progress': { found: Value; read: Value }
  'knowledge.pagesRead': { count: number }
  'knowledge.pageCount': { count: number }
  'knowledge.pagesFailed': { count: Value }
  'knowledge.pagesSkipped': { count: Value }
  'knowledge.reading': { name: Value }
  'knowledge.scheduleOf': { name: Value }
  'knowledge.try.score': { score: Value }
  'knowledge.try.wordRank': { rank: Value }
  'knowledge.try.meaningRank': { rank: Value }
  'entries.added': { base: Value }
  'entries.counted': { count: number }
  'entries.editOf': { question: Value }
  'entries.deleteOf': { question: Value }
  'corrections.counted': { count: number }
  'corrections.kinds.edited': { assistant: Value; name: Value }
  'corrections.kinds.replaced': { assistant: Value; name: Value }
  'corrections.testTitle': { assistant: Value }
  'corrections.instructionTitle': { assistant: Value }
  'corrections.proposal': { answer: Value; question: Value }
  'corrections.proposalAlone': { answer: Value }
  'unanswered.counted': { count: number }
  'unanswered.times': { count: number }
  'unanswered.fromReply': { name: Value }
  'models.edit': { name: Value }
  'models.models': { count: number }
  'models.prices': { input: Value; output: Value }
  'models.inputOnly': { input: Value }
  'models.use': { name: Value }
  'models.added': { name: Value }
  'models.removeTitle': { name: Value }
  'models.removed': { name: Value }
  'models.saved': { name: Value }
  'models.firstToken': { ms: Value }
  'models.said': { words: Value }
  'models.offers': { count: number }
  'models.addAll': { count: Value }
  'models.removeModel': { model: Value }
  'voice.runsHere': { host: Value }
  'voice.runsInNetwork': { host: Value }
  'voice.textLeaves': { host: Value }
  'voice.soundLeaves': { host: Value }
  'voice.chosenBy': { count: number }
  'voice.moreVoices': { count: number }
  'voice.voices': { count: number }
  'voice.offers': { count: number }
  'voice.removeUsed': { count: number }
  'network.forAccount': { name: Value }
  'network.added': { address: Value }
  'network.removeOf': { address: Value }
  'network.removeFor': { address: Value; name: Value }
  'network.removed': { address: Value }
  'network.unblockOf': { address: Value }
  'network.unblocked': { address: Value }
  'network.blockedSince': { date: Value }
  'notices.many': { count: number }
  'notices.kinds.webhook_disabled': { subject: Value }
  'notices.kinds.model_refused': { subject: Value }
  'notices.kinds.address_refused': { subject: Value }
  'notices.kinds.intake_full': { subject: Value }
  'notices.kinds.campaign_stopped': { subject: Value }
  'notices.kinds.number_unpaid': { subject: Value }
  'notices.kinds.email_bounced': { subject: Value }
  'notices.kinds.bot_failed': { subject: Value }
  'notices.kinds.messenger_failed': { subject: Value }
  'notices.kinds.mcp_sign_in': { subject: Value }
  'notices.blocked': { address: Value }
  'notices.block': { address: Value }
  'notices.dismiss': { what: Value }
  'outcome.scoreOf': { score: Value }
  'outcome.noEvaluation': { reason: Value }
  'outcome.extractionProblem': { reason: Value }
  'people.visitorEnding': { ending: Value }
  'people.apiEnding': { ending: Value }
  'phoneNumbers.counted': { count: number }
  'phoneNumbers.callsWith': { name: Value }
  'phoneNumbers.expiresIn': { count: number }
  'phoneNumbers.warnExpired': { numbers: Value }
  'phoneNumbers.warnSoon': { numbers: Value }
  'phoneNumbers.editTitle': { number: Value }
  'phoneNumbers.deleteTitle': { number: Value }
  'phoneNumbers.deleteAnswered': { name: Value }
  'phoneNumbers.rowActions': { number: Value }
  'phoneNumbers.buyFor': { price: Value }
  'phoneNumbers.monthly': { price: Value }
  'phoneNumbers.balance': { amount: Value }
  'phoneNumbers.after': { amount: Value }
  'phoneNumbers.bought': { number: Value }
  'phoneNumbers.warnUnpaid': { numbers: Value }
  'phoneNumbers.releaseTitle': { number: Value }
  'playground.passages': { count: number }
  'playground.figures': { cost: Value; seconds: Value; tokens: Value }
  'playground.total': { cost: Value; tokens: Value }
  'plot.cursor': { title: Value }
  'providers.urlHint': { account: Value }
  'providers.saveWords': { url: Value }
  'providers.capFault': { max: Value }
  'channels.saveWords': { host: Value }
  'channels.delay': { name: Value }
  'channels.mailboxConfirmWords': { host: Value }
  'channels.placeholders': { name: Value; visitor: Value }
  'channels.checks': { server: Value }
  'channels.leftOut': { names: Value }
  'channels.minutes': { count: number }
  'messenger.actions': { name: Value }
  'messenger.deleteTitle': { name: Value }
  'messenger.templatesOf': { name: Value }
  'messenger.deleteTemplate': { name: Value }
  'messenger.textHint': { example: Value }
  'messenger.bot.connectTitle': { name: Value }
  'messenger.bot.ignoredNote': { count: number; reason: Value }
  'records.is': { label: Value; value: Value }
  'records.between': { from: Value; to: Value }
  'records.since': { day: Value }
  'records.until': { day: Value }
  'records.showFresh': { count: number }
  'records.perPageOption': { count: Value }
  'records.everything': { count: Value }
  'records.progress': { rows: Value; share: Value; total: Value }
  'records.exported': { count: number }
  'records.exportFailed': { reason: Value }
  'records.use': { number: Value }
  'reports.formerly': { value: Value }
  'reports.points': { points: Value }
  'reports.of': { count: Value }
  'reports.missed': { count: Value }
  'reports.median': { time: Value }
  'reports.breakdown': { by: Value }
  'reports.moreRows': { count: Value; shown: Value }
  'reports.hoursHint': { timezone: Value }
  'reports.periods': { before: Value; period: Value }
  'session.confirm.title': { account: Value; name: Value }
  'session.confirm.short': { name: Value }
  'session.confirm.instead': { account: Value }
  'settings.nothing': { text: Value }
  'settings.emailStatus.unreachable': { email: Value }
  'settings.emailStatus.none': { email: Value }
  'settings.emailStatus.until': { confirmed: Value; email: Value }
  'settings.notifications.timezone': { timezone: Value }
  'settings.notifications.useTimezone': { timezone: Value }
  'settings.operatorEmails.unconfirmed': { address: Value }
  'settings.operatorEmails.address': { address: Value }
  'settings.shortcuts.change': { title: Value }
  'settings.shortcuts.clash': { other: Value }
  'shell.navigation.unread': { count: Value }
  'shell.team.views': { count: number }
  'shell.palette.nothing': { text: Value }
  'shell.palette.count': { count: number }
  'shell.palette.actions.theme': { name: Value }
  'shell.palette.actions.language': { name: Value }
  'shell.notification.several': { count: number }
  'shell.notification.mentioned': { name: Value }
  'shell.notification.assigned': { name: Value }
  'sms.counted': { count: number }
  'sms.rowName': { at: Value; to: Value }
  'sms.shape': { count: number; room: Value; used: Value }
  'sms.left': { left: Value }
  'sms.characters': { count: Value; max: Value }
  'sms.whyUnicode': { characters: Value }
  'sms.saves': { count: number }
  'sms.replaceWith': { from: Value; to: Value }
  'sms.priceOf': { country: Value; price: Value }
  'sms.notSold': { country: Value }
  'sms.sum': { price: Value; segments: Value; total: Value }
  'sms.balanceAfter': { after: Value; before: Value }
  'sms.longest': { max: Value }
  'system.limits.per': { count: Value; time: Value }
  'system.data.searchBehind': { count: Value; seconds: Value }
  'system.about.more': { count: number }
  'team.linkOf': { name: Value }
  'team.removeOf': { name: Value }
  'team.removeTitle': { name: Value }
  'team.removed': { name: Value }
  'team.linkTitle': { name: Value }
  'team.actionsOf': { name: Value }
  'explanation.seconds': { number: Value }
  'explanation.timing': { first: Value; total: Value }
  'explanation.tokensBoth': { input: Value; output: Value }
  'explanation.tokensEstimated': { input: Value; output: Value }
  'explanation.score': { score: Value }
  'thread.conversationWith': { name: Value }
  'thread.viewers': { names: Value }
  'thread.replying': { names: Value }
  'thread.hasDraft': { names: Value }
  'thread.linksRevoked': { count: number }
  'thread.translate': { language: Value }
  'thread.translationCost': { cost: Value }
  'thread.translatedInto': { language: Value }
  'thread.notSent': { reason: Value }
  'thread.typing': { who: Value }
  'thread.typingNow': { who: Value }
  'thread.sayingNow': { who: Value }
  'thread.noteOf': { name: Value }
  'thread.activity.endedBy': { name: Value }
  'thread.activity.reopenedBy': { name: Value }
  'thread.activity.unassigned': { name: Value }
  'thread.activity.assignedToSelf': { name: Value }
  'thread.activity.assigned': { name: Value; to: Value }
  'thread.activity.snoozed': { name: Value; until: Value }
  'thread.activity.unsnoozedBy': { name: Value }
  'thread.activity.asksApproval': { tool: Value }
  'thread.activity.answerEdited': { name: Value }
  'thread.activity.answerDiscarded': { name: Value }
  'thread.activity.whispered': { content: Value; name: Value }
  'thread.activity.callListened': { name: Value }
  'thread.activity.callTaken': { name: Value }
  'thread.activity.callGivenBack': { name: Value }
  'thread.activity.speechFailed': { name: Value }
  'thread.activity.emailSent': { address: Value }
  'thread.activity.emailKept': { address: Value }
  'thread.activity.emailNotSent': { address: Value; reason: Value }
  'thread.activity.emailUnknown': { address: Value; reason: Value }
  'thread.activity.emailReceived': { address: Value }
  'thread.activity.emailReceivedUnconfirmed': { address: Value; dmarc: Value }
  'thread.activity.emailUnanswered': { address: Value }
  'thread.activity.emailIgnored': { address: Value; reason: Value }
  'thread.activity.emailLeftOut': { names: Value }
  'thread.activity.callTransferred': { name: Value; number: Value }
  'thread.activity.transferAsked': { number: Value }
  'thread.activity.transferAccepted': { number: Value }
  'thread.activity.transferFailed.busy': { number: Value }
  'thread.activity.transferFailed.no-answer': { number: Value }
  'thread.activity.transferFailed.machine': { number: Value }
  'thread.activity.transferFailed.declined': { number: Value }
  'thread.activity.transferFailed.failed': { number: Value }
  'thread.activity.labelled': { added: Value; name: Value }
  'thread.activity.unlabelled': { name: Value; removed: Value }
  'thread.activity.relabelled': { added: Value; name: Value; removed: Value }
  'thread.activity.other': { kind: Value; name: Value }
  'thread.onMessenger': { phone: Value }
  'thread.activity.textNotSent': { reason: Value }
  'toolCalls.used': { names: Value }
  'toolCalls.seconds': { number: Value }
  'approval.label': { name: Value }
  'approval.approvedBy': { name: Value }
  'approval.allowedBy': { name: Value }
  'approval.declinedBy': { name: Value }
  'approval.declinedFor': { name: Value; reason: Value }
  'tools.actionsOf': { name: Value }
  'tools.deleteTitle': { name: Value }
  'tools.deleteUsed': { names: Value }
  'tools.deleted': { name: Value }
  'tools.saved': { name: Value }
  'tools.usedByThese': { names: Value }
  'tools.header': { number: Value }
  'tools.argument': { number: Value }
  'tools.wrong': { count: number }
  'tools.try.answered': { status: Value }
  'tools.try.took': { ms: Value }
  'tools.try.allow': { address: Value }
  'tools.try.saveAndAllow': { address: Value }
  'mcp.edit': { name: Value }
  'mcp.saved': { name: Value }
  'mcp.refreshed': { result: Value }
  'mcp.allow': { address: Value }
  'mcp.signIn': { host: Value }
  'mcp.signInWaiting': { host: Value }
  'mcp.signOutTitle': { name: Value }
  'mcp.clientWords': { host: Value }
  'mcp.tools': { count: number }
  'mcp.calls': { name: Value }
  'mcp.removeTitle': { name: Value }
  'mcp.removed': { name: Value }
  'blocked.why.no_model': { name: Value }
  'blocked.why.no_provider': { name: Value }
  'blocked.why.key_refused': { name: Value }
  'blocked.why.day_spent': { name: Value }
  'blocked.why.month_spent': { name: Value }
  'blocked.why.no_balance': { name: Value }
  'updates.found': { version: Value }
  'updates.get': { version: Value }
  'updates.downloading': { version: Value }
  'updates.ready': { version: Value }
  'updates.whatIsNewIn': { version: Value }
  'webhooks.counted': { count: number }
  'webhooks.rowName': { at: Value; event: Value }
  'webhooks.pending': { count: Value }
  'webhooks.failedCount': { count: Value }
  'webhooks.enabledResuming': { count: number }
  'webhooks.testOf': { url: Value }
  'webhooks.testAs': { assistant: Value }
  'webhooks.testArrived': { ms: Value; status: Value }
  'webhooks.testRefused': { status: Value }
  'webhooks.replayFailedOf': { url: Value }
  'webhooks.replayTitle': { count: number }
  'webhooks.replayed': { count: number }
  'workspaces.switcher': { name: Value }
  'workspaces.switchTo': { name: Value }
  'workspaces.openOf': { name: Value }
  'workspaces.actionsOf': { name: Value }
  'workspaces.renameTitle': { name: Value }
  'workspaces.replaceTitle': { name: Value }
  'workspaces.removeTitle': { name: Value }
  'workspaces.removed': { name: Value }
  'workspaces.added': { name: Value }
  'team.roleSet': { name: Value; role: Value }
  'actions.teamNamed': { name: Value }
  'thread.activity.toTeam': { name: Value; team: Value }
  'thread.activity.noTeam': { name: Value }
  'thread.activity.blocked': { name: Value }
  'thread.activity.blockedFor': { name: Value; reason: Value }
  'thread.activity.unblocked': { name: Value }
  'shell.notification.assignedTeam': { name: Value; team: Value }
  'rules.s.doTeam': { team: Value }
  'rules.s.doRoundRobinIn': { team: Value }
  'rules.s.doLeastBusyIn': { team: Value }
  'teams.saved': { name: Value }
  'teams.deleted': { name: Value }
  'teams.deleteTitle': { name: Value }
  'labels.open': { count: number; name: Value }
  'labels.actionsOf': { name: Value }
  'labels.saved': { name: Value }
  'labels.mergeTitle': { name: Value }
  'labels.intoHint': { name: Value }
  'labels.moves': { count: number; name: Value }
  'labels.hasBoth': { count: number }
  'labels.rulesFollow': { count: number; name: Value }
  'labels.viewsFollow': { count: number; name: Value }
  'labels.merged': { into: Value; name: Value }
  'labels.deleteTitle': { name: Value }
  'labels.deleted': { name: Value }
  'labels.losesIt': { count: number }
  'labels.rulesName': { count: number }
  'labels.viewsName': { count: number }
  'blocks.kinds.email': { value: Value }
  'blocks.kinds.phone': { value: Value }
  'blocks.kinds.messenger': { value: Value }
  'blocks.unblockOf': { name: Value }
  'blocks.byAt': { name: Value }
  'team.revoked': { name: Value }
  'team.roleOf': { name: Value }
  'roles.saved': { name: Value }
  'roles.deleted': { name: Value }
  'roles.deleteTitle': { name: Value }
  'roles.replacement': { count: number }
  'access.issuedBy': { name: Value }
  'access.endOf': { name: Value }
  'access.allEnded': { count: number }
  'accounts.opened': { name: Value }
  'accounts.spent': { month: Value }
  'accounts.spentOn.llm': { amount: Value }
  'accounts.spentOn.sms': { amount: Value }
  'accounts.spentOn.messenger': { amount: Value }
  'accounts.spentOn.call': { amount: Value }
  'accounts.spentOn.number': { amount: Value }
  'accounts.keeps.attachments': { size: Value }
  'accounts.keeps.recordings': { size: Value }
  'accounts.keeps.documents': { size: Value }
  'accounts.counts.assistants': { count: number }
  'accounts.counts.conversations': { count: number }
  'accounts.counts.contacts': { count: number }
  'accounts.counts.people': { count: number }
  'accounts.counts.api_keys': { count: number }
  'accounts.openNotices': { count: number }
  'accounts.topUpOf': { name: Value }
  'accounts.topUpTitle': { name: Value }
  'accounts.toppedUp': { amount: Value; name: Value }
  'accounts.giveTitle.address': { name: Value }
  'accounts.giveTitle.number': { name: Value }
  'accounts.given.address': { name: Value; what: Value }
  'accounts.given.number': { name: Value; what: Value }
  'accounts.counts.accounts': { count: number }
  'accounts.spentAll': { amount: Value; month: Value }
  'accounts.keptAll': { size: Value }
  'rules.edit': { name: Value }
  'rules.remove': { name: Value }
  'rules.removed': { name: Value }
  'rules.saved': { name: Value }
  'rules.ran': { count: number }
  'rules.addValue': { text: Value }
  'rules.tried': { checked: Value; matched: Value }
  'rules.triedNone': { checked: Value }
  'rules.more': { count: Value }
  'rules.s.unanswered': { count: number }
  'rules.s.sentence': { then: Value; when: Value }
  'rules.s.conditional': { conditions: Value; then: Value; when: Value }
  'rules.s.assistant': { values: Value }
  'rules.s.assistantNot': { values: Value }
  'rules.s.type': { values: Value }
  'rules.s.typeNot': { values: Value }
  'rules.s.language': { values: Value }
  'rules.s.languageNot': { values: Value }
  'rules.s.page': { values: Value }
  'rules.s.pageNot': { values: Value }
  'rules.s.label': { values: Value }
  'rules.s.labelNot': { values: Value }
  'rules.s.text': { values: Value }
  'rules.s.textNot': { values: Value }
  'rules.s.contact': { field: Value; values: Value }
  'rules.s.contactNot': { field: Value; values: Value }
  'rules.s.known': { field: Value }
  'rules.s.unknown': { field: Value }
  'rules.s.doLabel': { values: Value }
  'rules.s.doPerson': { name: Value }
  'rules.s.doReply': { text: Value }
  'rules.s.doSnooze': { count: number }
  'rules.s.doNotify': { names: Value }
  'rules.s.quoted': { text: Value }
  'thread.activity.rule': { name: Value }
  'thread.activity.ruleNotified': { name: Value; to: Value }
  'shell.notification.rule': { name: Value }
  'targets.remove': { name: Value }
  'targets.metCount': { all: Value; met: Value }
}
