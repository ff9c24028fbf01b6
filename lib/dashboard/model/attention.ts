export const NO_ONE_PAGED_ATTENTION = 'Emergency: no one could be paged'

type Attention = { attention: string | null; attentionEndedAt: string | Date | null }

export const needsAttention = ({ attention, attentionEndedAt }: Attention): boolean =>
  attention !== null && attentionEndedAt === null
