-- The role of the site's connections. It owns nothing and is no superuser, so that row-level security holds for it. Roles belong to the whole server: another database of it may have made this one, also at the same moment.
DO $$
BEGIN
	-- Who may make no roles has an administrator make it before.
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ductwise_site') THEN
		CREATE ROLE ductwise_site NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
	END IF;
EXCEPTION
	WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
	-- A superuser needs no membership to take the role on.
	IF NOT pg_has_role(current_user, 'ductwise_site', 'MEMBER') THEN
		EXECUTE format('GRANT ductwise_site TO %I', current_user);
	END IF;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO ductwise_site;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ductwise_site;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ductwise_site;
