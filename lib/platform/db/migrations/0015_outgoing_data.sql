CREATE TABLE "import_rows" (
	"organization_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"problems" text[],
	"record_id" uuid,
	"record_version" integer,
	"before" jsonb,
	CONSTRAINT "import_rows_organization_id_import_id_number_pk" PRIMARY KEY("organization_id","import_id","number")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"file_name" text NOT NULL,
	"duplicates" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"row_count" integer NOT NULL,
	"processed_count" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failure" text,
	"created_by_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"undo_ends_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "imports_of" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_by_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"error" text,
	"duration_ms" integer,
	"response" text,
	"attempted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text DEFAULT 'webhook' NOT NULL,
	"url" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_ends_at" timestamp with time zone,
	"api_key_id" uuid,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"pause_reason" text,
	"created_by_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_of" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"event" text NOT NULL,
	"subject_id" uuid,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_messages_of" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "search_key" text collate "C" GENERATED ALWAYS AS (' ' || translate(lower(regexp_replace(normalize("appointments"."customer" || ' ' || coalesce("appointments"."address", '') || ' ' || "appointments"."job", NFD), '[\u0300-\u036f]', '', 'g')), ',.;:/@_#()-', '           ')) STORED;--> statement-breakpoint
ALTER TABLE "callers" ADD COLUMN "search_key" text collate "C" GENERATED ALWAYS AS (' ' || translate(lower(regexp_replace(normalize(coalesce("callers"."name", '') || ' ' || coalesce("callers"."address", ''), NFD), '[\u0300-\u036f]', '', 'g')), ',.;:/@_#()-', '           ')) STORED;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "lane" text;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "closed_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "closed_on_holidays" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_of_record" ON "import_rows" USING btree ("organization_id","record_id");--> statement-breakpoint
CREATE INDEX "imports_by_time" ON "imports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_of" ON "notifications" USING btree ("organization_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "saved_views_of" ON "saved_views" USING btree ("organization_id","list","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_message" ON "webhook_deliveries" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_key" ON "webhook_endpoints" USING btree ("organization_id","api_key_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_of_subject" ON "webhook_messages" USING btree ("organization_id","subject_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_by_time" ON "webhook_messages" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "import_rows" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "imports" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "notifications" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "saved_views" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "webhook_messages" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_message FOREIGN KEY (organization_id, message_id) REFERENCES webhook_messages (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE import_rows ADD CONSTRAINT import_rows_import FOREIGN KEY (organization_id, import_id) REFERENCES imports (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
-- Serial jobs of an organization run one at a time per lane.
CREATE OR REPLACE FUNCTION claim_job(job_kind text, at timestamptz, lease timestamptz, is_serial boolean) RETURNS SETOF jobs LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT pg_advisory_xact_lock(hashtextextended('claim_job ' || job_kind, 0)) WHERE is_serial;
	UPDATE jobs SET attempts = attempts + 1, lease_until = lease
	WHERE id = (
		SELECT id FROM jobs AS due
		WHERE kind = job_kind AND done_at IS NULL AND failed_at IS NULL AND due_at <= at AND (lease_until IS NULL OR lease_until <= at)
			AND NOT (is_serial AND EXISTS (
				SELECT FROM jobs AS running
				WHERE running.organization_id = due.organization_id AND running.kind = job_kind AND running.lane IS NOT DISTINCT FROM due.lane AND running.done_at IS NULL AND running.lease_until > at
			))
		ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
	)
	RETURNING *
$$;
--> statement-breakpoint
-- Payloads of events contain personal data, so they are deleted together with their call, lead or appointment.
CREATE FUNCTION delete_published_payloads() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	DELETE FROM webhook_messages AS message USING gone WHERE message.organization_id = gone.organization_id AND message.subject_id = gone.id;
	DELETE FROM import_rows AS imported USING gone WHERE imported.organization_id = gone.organization_id AND imported.record_id = gone.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION delete_published_payloads FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER delete_published_payloads AFTER DELETE ON calls REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_published_payloads();
--> statement-breakpoint
CREATE TRIGGER delete_published_payloads AFTER DELETE ON leads REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_published_payloads();
--> statement-breakpoint
CREATE TRIGGER delete_published_payloads AFTER DELETE ON appointments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_published_payloads();
--> statement-breakpoint
CREATE TRIGGER delete_published_payloads AFTER DELETE ON callers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_published_payloads();
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('webhook_endpoints', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON imports REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('imports', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON notifications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('notifications', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON saved_views REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('saved_views', 'id', 'organization_id');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_person(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE organization_exports SET user_id = NULL WHERE user_id = person;
	UPDATE events SET actor_id = NULL WHERE actor_kind = 'person' AND actor_id = person;
	UPDATE calls SET handed_to_id = NULL WHERE handed_to_id = person;
	UPDATE leads SET assignee_id = NULL WHERE assignee_id = person;
	UPDATE lead_notes SET author_id = NULL WHERE author_id = person;
	UPDATE calendar_feeds SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE api_keys SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE connections SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE assistant_versions SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE line_requests SET asked_by_id = NULL WHERE asked_by_id = person;
	UPDATE trials SET chosen_by_id = NULL WHERE chosen_by_id = person;
	UPDATE alerts SET taken_by_id = NULLIF(taken_by_id, person), told_ids = array_remove(told_ids, person) WHERE taken_by_id = person OR person = ANY (told_ids);
	UPDATE webhook_endpoints SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE imports SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE saved_views SET created_by_id = NULL WHERE created_by_id = person AND is_shared;
	DELETE FROM saved_views WHERE created_by_id = person;
	DELETE FROM notifications WHERE user_id = person;
	UPDATE notifications SET details = details - 'byId' WHERE details ->> 'byId' = person;
	UPDATE lead_notes SET text = replace(text, '@[' || person || ']', '@[former]') WHERE strpos(text, '@[' || person || ']') > 0;
	DELETE FROM alert_preferences WHERE user_id = person;
	DELETE FROM push_subscriptions WHERE user_id = person;
	DELETE FROM authorizations WHERE user_id = person;
END
$$;
--> statement-breakpoint
-- Companies with a daily Slack summary, and the day of their latest one.
CREATE FUNCTION slack_summary_companies() RETURNS TABLE (organization_id text, summary_hour integer, time_zone text, last_day text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT connection.organization_id, (connection.options ->> 'summaryHour')::integer, settings.time_zone,
		(SELECT max(jobs.once_key) FROM jobs WHERE jobs.organization_id = connection.organization_id AND jobs.kind = 'slack-summary')
	FROM connections AS connection
	LEFT JOIN organization_settings AS settings ON settings.organization_id = connection.organization_id
	WHERE connection.provider = 'slack' AND 'messages' = ANY (connection.writes)
		AND connection.options ->> 'summaryHour' IS NOT NULL AND connection.options #>> '{channel,id}' IS NOT NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION slack_summary_companies FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION slack_summary_companies TO ductwise_site;
