-- Agents at the voice vendor collect the intent and the danger of a call from their next sync on. It is due when processes of the
-- version before have stopped, which would send what they know.
INSERT INTO outgoing (organization_id, kind, once_key, due_at)
SELECT organization_id, 'assistant-handover', 'release:call-intents', now() + interval '15 minutes'
FROM organization_settings WHERE voice_agent_id IS NOT NULL ON CONFLICT DO NOTHING;
