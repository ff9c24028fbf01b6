ALTER TABLE "calls" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "safety_kind" text;--> statement-breakpoint
-- No foreign key: appointments refer to calls, and a backup is restored in the order of references.
ALTER TABLE "calls" ADD COLUMN "appointment_id" uuid;--> statement-breakpoint
-- The rule of a danger quotes the caller, so forgetting a caller empties it, and a restored backup has to empty it again.
CREATE OR REPLACE TRIGGER note_emptied AFTER UPDATE ON calls FOR EACH ROW WHEN ((old.caller_name IS NOT NULL AND new.caller_name IS NULL) OR (old.caller_phone IS NOT NULL AND new.caller_phone IS NULL) OR (old.caller_words IS NOT NULL AND new.caller_words IS NULL) OR (old.summary IS NOT NULL AND new.summary IS NULL) OR (old.attention IS NOT NULL AND new.attention IS NULL) OR (old.rule IS NOT NULL AND new.rule IS NULL) OR (old.transcript IS NOT NULL AND new.transcript IS NULL) OR (old.recording_url IS NOT NULL AND new.recording_url IS NULL)) EXECUTE FUNCTION note_emptied('caller_name', 'caller_phone', 'caller_words', 'summary', 'attention', 'rule', 'transcript', 'recording_url', 'transcript_deleted_at', 'recording_deleted_at');
