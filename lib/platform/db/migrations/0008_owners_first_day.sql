CREATE TABLE "alert_preferences" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"by_mail" boolean DEFAULT true NOT NULL,
	"by_push" boolean DEFAULT true NOT NULL,
	"kinds" text[] NOT NULL,
	"quiet_hours" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_preferences_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "alert_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"call_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"rounds" integer DEFAULT 0 NOT NULL,
	"told_ids" text[] DEFAULT '{}' NOT NULL,
	"taken_by_id" text,
	"taken_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_once" UNIQUE("organization_id","call_id","kind")
);
--> statement-breakpoint
ALTER TABLE "alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"keys" jsonb NOT NULL,
	"device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sent_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_once" UNIQUE("organization_id","endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_handovers" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"fingerprint" text,
	"handed_over_at" timestamp with time zone,
	"refusal" text,
	"refused_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_handovers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"number" integer NOT NULL,
	"instructions" jsonb NOT NULL,
	"taken_from" integer,
	"created_by_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assistant_versions_once" UNIQUE("organization_id","number")
);
--> statement-breakpoint
ALTER TABLE "assistant_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "caller_numbers" (
	"organization_id" text NOT NULL,
	"phone" text NOT NULL,
	"caller_id" uuid NOT NULL,
	CONSTRAINT "caller_numbers_organization_id_phone_pk" PRIMARY KEY("organization_id","phone")
);
--> statement-breakpoint
ALTER TABLE "caller_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "callers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"name" text,
	"name_typed" boolean DEFAULT false NOT NULL,
	"address" text,
	"house" text,
	"system" text,
	"notes" text,
	"do_not_call" boolean DEFAULT false NOT NULL,
	"latest_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (lower(regexp_replace(normalize("callers"."name", NFD), '[\u0300-\u036f]', '', 'g'))) STORED,
	CONSTRAINT "callers_of" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "callers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "line_requests" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"company_phone" text NOT NULL,
	"note" text,
	"asked_by_id" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"live_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "line_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "trials" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"chosen_by_id" text,
	"chosen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "trials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outgoing" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"once_key" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_once" UNIQUE("organization_id","kind","once_key")
);
--> statement-breakpoint
ALTER TABLE "outgoing" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calls" drop column "search";--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', lower(regexp_replace(normalize(coalesce("calls"."caller_name", ''), NFD), '[\u0300-\u036f]', '', 'g')) || ' ' || coalesce("calls"."caller_phone", '')), 'A') ||
        setweight(to_tsvector('english', coalesce("calls"."summary", '') || ' ' || coalesce("calls"."caller_words", '')), 'B') ||
        jsonb_to_tsvector('english', jsonb_path_query_array(coalesce("calls"."transcript", '[]'), '$[*].text'), '["string"]')) STORED;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_preferences" ADD CONSTRAINT "alert_preferences_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_handovers" ADD CONSTRAINT "assistant_handovers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caller_numbers" ADD CONSTRAINT "caller_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callers" ADD CONSTRAINT "callers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_requests" ADD CONSTRAINT "line_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of" ON "push_subscriptions" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "assistant_versions_of" ON "assistant_versions" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "caller_numbers_of" ON "caller_numbers" USING btree ("organization_id","caller_id");--> statement-breakpoint
CREATE INDEX "callers_by_time" ON "callers" USING btree ("organization_id","latest_at","id");--> statement-breakpoint
CREATE INDEX "callers_by_name" ON "callers" USING btree ("organization_id","name_key","id");--> statement-breakpoint
CREATE INDEX "outgoing_due" ON "outgoing" USING btree ("kind","due_at") WHERE done_at is null;--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "alert_preferences" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "alerts" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "push_subscriptions" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "assistant_handovers" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "assistant_versions" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "caller_numbers" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "callers" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "line_requests" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "trials" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "outgoing" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
-- The index went with the column that it is on.
CREATE INDEX "calls_search" ON "calls" USING gin ("search");
--> statement-breakpoint
-- What refers to a row of an organization can only refer to one of the same organization.
ALTER TABLE alerts ADD CONSTRAINT alerts_call FOREIGN KEY (organization_id, call_id) REFERENCES calls (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE caller_numbers ADD CONSTRAINT caller_numbers_caller FOREIGN KEY (organization_id, caller_id) REFERENCES callers (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
-- A view has the columns that its table had when it was made.
CREATE OR REPLACE VIEW searchable_leads AS SELECT * FROM leads WHERE organization_id = nullif(current_setting('app.organization_id', true), '');
--> statement-breakpoint
-- Who has called before gets a page of their own.
WITH known AS (
	SELECT organization_id, phone, (array_agg(name ORDER BY at DESC) FILTER (WHERE name IS NOT NULL))[1] AS name, max(at) AS latest_at, gen_random_uuid() AS id
	FROM (
		SELECT organization_id, caller_phone AS phone, caller_name AS name, started_at AS at FROM calls WHERE caller_phone IS NOT NULL
		UNION ALL
		SELECT organization_id, phone, name, created_at FROM leads WHERE phone IS NOT NULL
	) AS rows
	GROUP BY organization_id, phone
), made AS (
	INSERT INTO callers (id, organization_id, name, latest_at) SELECT id, organization_id, name, latest_at FROM known RETURNING id
)
INSERT INTO caller_numbers (organization_id, phone, caller_id) SELECT organization_id, phone, id FROM known;
--> statement-breakpoint
-- A worker does what is due for any organization, and is told whose it is.
CREATE FUNCTION claim_outgoing(work_kind text, at timestamptz, lease timestamptz) RETURNS SETOF outgoing LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE outgoing SET attempts = attempts + 1, due_at = lease
	WHERE id = (SELECT id FROM outgoing WHERE kind = work_kind AND done_at IS NULL AND due_at <= at ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING *
$$;
--> statement-breakpoint
-- The staff of the site sets up lines of any organization; who may is asked before (org:lines:manage). Nothing else of one is in it.
CREATE FUNCTION all_line_requests() RETURNS TABLE (organization_id text, state text, company_phone text, note text, asked_at timestamptz, started_at timestamptz, live_at timestamptz, version integer, time_zone text, forwarding_number text, voice_agent_id text, trial_plan text, trial_ends_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT line.organization_id, line.state, line.company_phone, line.note, line.asked_at, line.started_at, line.live_at, line.version, settings.time_zone, settings.forwarding_number, settings.voice_agent_id, trial.plan, trial.ends_at
	FROM line_requests AS line
	LEFT JOIN organization_settings AS settings ON settings.organization_id = line.organization_id
	LEFT JOIN trials AS trial ON trial.organization_id = line.organization_id
$$;
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
	DELETE FROM alert_preferences WHERE user_id = person;
	DELETE FROM push_subscriptions WHERE user_id = person;
	DELETE FROM authorizations WHERE user_id = person;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION claim_outgoing, all_line_requests FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION claim_outgoing, all_line_requests TO ductwise_site;
