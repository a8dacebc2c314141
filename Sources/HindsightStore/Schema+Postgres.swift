import LiveSQL

// The tables and triggers of PostgreSQL.
extension Schema {
    /// The same tables, with the same rules, as one migration. A trigger of PostgreSQL does what one of SQLite does, so that
    /// counts, tallies and marks are also right for cascades of foreign keys and for SQL typed by hand.
    ///
    /// Three things differ from SQLite: a goal's UID is always given by the store, a completed goal has its day, and the pieces
    /// of a search are in an array. SQL typed by hand keeps the rules if its transactions are serializable, as those of the
    /// stores are.
    static let postgres = postgresTables + postgresTriggers

    private static let postgresTables = [
        """
        CREATE TABLE account (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            isDemo bigint NOT NULL CHECK (isDemo IN (0, 1)),
            language text CHECK (language IN ('ko', 'en')),
            createdAt bigint NOT NULL,
            reviewableCount bigint NOT NULL DEFAULT 0,
            timeZone text CHECK (length(timeZone) > 0),
            theme text CHECK (theme IN ('light', 'dark')),
            completedCount bigint NOT NULL DEFAULT 0,
            email text CHECK (email IS NULL OR isDemo = 0),
            emailKey text CHECK ((emailKey IS NULL) = (email IS NULL)),
            passwordHash text CHECK ((passwordHash IS NULL) = (email IS NULL)),
            emailConfirmedAt bigint,
            displayName text,
            weekStart text CHECK (weekStart IN ('monday', 'sunday', 'saturday')),
            storedCount bigint NOT NULL DEFAULT 0,
            activeCount bigint NOT NULL DEFAULT 0,
            putAwaySeenAt bigint NOT NULL DEFAULT 0,
            demoID bigint,
            closedAt bigint,
            revision bigint NOT NULL DEFAULT 0,
            handle text CHECK (length(handle) BETWEEN 3 AND 20),
            handleChangedAt bigint,
            pageVisibility text NOT NULL DEFAULT 'followers' CHECK (pageVisibility IN ('followers', 'everyone'))
        )
        """,
        """
        CREATE TABLE accountSession (
            tokenHash bytea NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
            accountID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            csrfToken text NOT NULL CHECK (length(csrfToken) > 0),
            createdAt bigint NOT NULL,
            expiresAt bigint NOT NULL CHECK (expiresAt > createdAt),
            idle bigint NOT NULL DEFAULT 2592000000,
            endsAt bigint NOT NULL DEFAULT 0,
            lastUsedAt bigint NOT NULL DEFAULT 0,
            address text NOT NULL DEFAULT '',
            agent text NOT NULL DEFAULT ''
        )
        """,
        """
        CREATE TABLE secret (
            name text NOT NULL PRIMARY KEY,
            value bytea NOT NULL CHECK (length(value) = 32),
            createdAt bigint NOT NULL
        )
        """,
        """
        CREATE TABLE goal (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            ownerID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            title text NOT NULL CHECK (title <> ''),
            startDate text NOT NULL CHECK (length(startDate) = 10),
            endDate text NOT NULL CHECK (length(endDate) = 10),
            status text NOT NULL CHECK (status IN ('stored', 'active', 'completed')),
            reminderEnabled bigint NOT NULL DEFAULT 0 CHECK (reminderEnabled IN (0, 1)),
            jewelColor text CHECK (jewelColor IN ('blue', 'purple', 'pink', 'green')),
            jewelShape text CHECK (jewelShape IN ('brilliant', 'pear', 'heart', 'star', 'emerald')),
            completedAt bigint,
            createdAt bigint NOT NULL,
            deletedAt bigint,
            hasReview bigint NOT NULL DEFAULT 0 CHECK (hasReview IN (0, 1)),
            reviewRevision bigint NOT NULL DEFAULT 1,
            completedOn text CHECK (length(completedOn) = 10),
            celebration text NOT NULL DEFAULT 'over' CHECK (celebration IN ('due', 'offers', 'over')),
            creationKey text,
            revision bigint NOT NULL DEFAULT 1,
            stepCount bigint NOT NULL DEFAULT 0,
            doneCount bigint NOT NULL DEFAULT 0,
            uid bytea NOT NULL CHECK (length(uid) = 16),
            rank bigint CHECK (rank IS NULL OR status = 'completed'),
            putAwayAt bigint,
            putAwayNotice bigint NOT NULL DEFAULT 0 CHECK (putAwayNotice IN (0, 1)),
            firstStartDate text CHECK (length(firstStartDate) = 10),
            completedFrom text CHECK (completedFrom IN ('active', 'stored')),
            completionRecordedAt bigint,
            keptJewelColor text,
            keptJewelShape text,
            isSample bigint NOT NULL DEFAULT 0 CHECK (isSample IN (0, 1)),
            cameAsSample bigint NOT NULL DEFAULT 0 CHECK (cameAsSample IN (0, 1)),
            sharedPart text NOT NULL DEFAULT 'nothing' CHECK (sharedPart IN ('nothing', 'goal', 'goalAndReview')),
            sharedAt bigint NOT NULL DEFAULT 0,
            newsAt bigint NOT NULL DEFAULT 0,
            UNIQUE (id, ownerID),
            CHECK (startDate <= endDate),
            CHECK ((status = 'completed') = (jewelColor IS NOT NULL)),
            CHECK ((status = 'completed') = (jewelShape IS NOT NULL)),
            CHECK ((status = 'completed') = (completedAt IS NOT NULL)),
            CHECK ((status = 'completed') = (completedOn IS NOT NULL))
        )
        """,
        """
        CREATE TABLE review (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            goalID bigint NOT NULL,
            ownerID bigint NOT NULL,
            style text NOT NULL CHECK (style IN ('guided', 'free')),
            liked text,
            lacked text,
            learned text,
            longedFor text,
            text text,
            level bigint NOT NULL CHECK (level BETWEEN 1 AND 5),
            writtenAt bigint NOT NULL,
            editedAt bigint,
            deletedAt bigint,
            revision bigint NOT NULL DEFAULT 1,
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE,
            CHECK ((style = 'guided') = (liked IS NOT NULL)),
            CHECK ((style = 'guided') = (lacked IS NOT NULL)),
            CHECK ((style = 'guided') = (learned IS NOT NULL)),
            CHECK ((style = 'guided') = (longedFor IS NOT NULL)),
            CHECK ((style = 'free') = (text IS NOT NULL))
        )
        """,
        """
        CREATE TABLE probe (
            id bigint PRIMARY KEY CHECK (id = 1),
            writtenAt bigint NOT NULL
        )
        """,
        """
        CREATE TABLE draftField (
            goalID bigint NOT NULL,
            ownerID bigint NOT NULL,
            droppedAt bigint NOT NULL DEFAULT 0,
            field text NOT NULL CHECK (field IN ('liked', 'lacked', 'learned', 'longedFor', 'text', 'style',
                'level')),
            value text NOT NULL,
            revision bigint NOT NULL,
            writer text NOT NULL,
            PRIMARY KEY (goalID, ownerID, droppedAt, field),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE accountLink (
            tokenHash bytea NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
            kind text NOT NULL CHECK (kind IN ('registration', 'reset', 'email')),
            accountID bigint REFERENCES account (id) ON DELETE CASCADE,
            email text CHECK ((kind = 'reset') = (email IS NULL)),
            passwordHash text CHECK ((kind = 'registration') = (passwordHash IS NOT NULL)),
            language text CHECK (language IN ('ko', 'en')),
            timeZone text CHECK (length(timeZone) > 0),
            expiresAt bigint NOT NULL,
            keeps text CHECK (keeps IN ('empty', 'own', 'all')),
            CHECK (kind = 'registration' OR accountID IS NOT NULL)
        )
        """,
        """
        CREATE TABLE knownDevice (
            accountID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            tokenHash bytea NOT NULL CHECK (length(tokenHash) = 32),
            lastUsedAt bigint NOT NULL,
            PRIMARY KEY (accountID, tokenHash)
        )
        """,
        """
        CREATE TABLE attempt (
            keyHash bytea NOT NULL PRIMARY KEY CHECK (length(keyHash) = 32),
            count bigint NOT NULL CHECK (count >= 0),
            pausedUntil bigint NOT NULL,
            forgottenAt bigint NOT NULL
        )
        """,
        """
        CREATE TABLE accountLog (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            accountID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            event text NOT NULL CHECK (length(event) > 0),
            happenedAt bigint NOT NULL,
            address text NOT NULL,
            agent text NOT NULL
        )
        """,
        """
        CREATE TABLE step (
            id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            goalID bigint NOT NULL,
            ownerID bigint NOT NULL,
            place bigint NOT NULL CHECK (place BETWEEN 0 AND 8),
            title text NOT NULL CHECK (title <> ''),
            doneAt bigint,
            alarmMinute bigint CHECK (alarmMinute BETWEEN 0 AND 1439),
            alarmDays bigint CHECK (alarmDays BETWEEN 1 AND 127),
            creationKey text,
            createdAt bigint NOT NULL,
            doneOn text CHECK (length(doneOn) = 10),
            completes bigint NOT NULL DEFAULT 0 CHECK (completes IN (0, 1)),
            times bigint CHECK (times BETWEEN 2 AND 366),
            tickCount bigint NOT NULL DEFAULT 0 CHECK (tickCount >= 0),
            repeatDays bigint CHECK (repeatDays BETWEEN 0 AND 127),
            repeatsFrom text CHECK (length(repeatsFrom) = 10),
            dueOn text CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL),
            UNIQUE (goalID, ownerID, place),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE,
            CHECK ((alarmMinute IS NULL) = (alarmDays IS NULL))
        )
        """,
        """
        CREATE TABLE jewelTally (
            ownerID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            period text NOT NULL,
            color text NOT NULL,
            shape text NOT NULL,
            count bigint NOT NULL,
            levelSum bigint NOT NULL,
            levelCount bigint NOT NULL,
            PRIMARY KEY (ownerID, period, color, shape)
        )
        """,
        """
        CREATE TABLE weekNote (
            ownerID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            week text NOT NULL CHECK (length(week) = 10),
            question bigint NOT NULL,
            text text NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (ownerID, week)
        )
        """,
        "CREATE TABLE goalSearch (rowid bigint PRIMARY KEY, terms text[] NOT NULL)",
        "CREATE INDEX goalSearch_terms ON goalSearch USING gin (terms)",
        """
        CREATE TABLE searchText (
            goalID bigint PRIMARY KEY,
            ownerID bigint NOT NULL,
            text text NOT NULL
        )
        """,
        """
        CREATE TABLE searchStale (
            goalID bigint PRIMARY KEY,
            ownerID bigint NOT NULL
        )
        """,
        """
        CREATE TABLE reminder (
            accountID bigint NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            language text NOT NULL CHECK (language IN ('ko', 'en')),
            calendarHash bytea CHECK (length(calendarHash) = 32),
            calendarMadeAt bigint CHECK ((calendarMadeAt IS NULL) = (calendarHash IS NULL)),
            calendarName text NOT NULL CHECK (length(calendarName) > 0),
            steps bigint NOT NULL DEFAULT 0 CHECK (steps IN (0, 1)),
            ends bigint NOT NULL DEFAULT 0 CHECK (ends IN (0, 1)),
            week bigint NOT NULL DEFAULT 0 CHECK (week IN (0, 1)),
            weekMinute bigint NOT NULL DEFAULT 1200 CHECK (weekMinute BETWEEN 0 AND 1439)
        )
        """,
        """
        CREATE TABLE pushBrowser (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            accountID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            endpoint text NOT NULL CHECK (length(endpoint) BETWEEN 1 AND 1024),
            publicKey bytea NOT NULL CHECK (length(publicKey) = 65),
            authSecret bytea NOT NULL CHECK (length(authSecret) = 16),
            createdAt bigint NOT NULL,
            address text NOT NULL,
            agent text NOT NULL,
            UNIQUE (accountID, endpoint)
        )
        """,
        """
        CREATE TABLE reminderDue (
            accountID bigint NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            dueAt bigint,
            plannedAt bigint,
            checkedAt bigint NOT NULL
        )
        """,
        """
        CREATE TABLE removedStep (
            stepID bigint PRIMARY KEY,
            goalID bigint NOT NULL,
            ownerID bigint NOT NULL,
            place bigint NOT NULL,
            title text NOT NULL,
            doneAt bigint,
            doneOn text,
            alarmMinute bigint,
            alarmDays bigint,
            creationKey text,
            createdAt bigint NOT NULL,
            removedAt bigint NOT NULL,
            completes bigint NOT NULL DEFAULT 0 CHECK (completes IN (0, 1)),
            times bigint CHECK (times BETWEEN 2 AND 366),
            tickCount bigint NOT NULL DEFAULT 0 CHECK (tickCount >= 0),
            repeatDays bigint CHECK (repeatDays BETWEEN 0 AND 127),
            repeatsFrom text CHECK (length(repeatsFrom) = 10),
            dueOn text CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE stepTick (
            goalID bigint NOT NULL,
            stepID bigint NOT NULL,
            day text NOT NULL CHECK (length(day) = 10),
            ownerID bigint NOT NULL,
            PRIMARY KEY (goalID, stepID, day),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE event (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            ownerID bigint NOT NULL,
            goalID bigint NOT NULL,
            kind text NOT NULL CHECK (kind IN ('ended', 'paused', 'takenUp')),
            at bigint NOT NULL,
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE formerHandle (
            handle text NOT NULL PRIMARY KEY,
            accountID bigint NOT NULL,
            availableAt bigint NOT NULL
        )
        """,
        """
        CREATE TABLE follow (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            followerID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            followeeID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            state text NOT NULL CHECK (state IN ('accepted', 'unfollowed', 'removed', 'blocked')),
            since bigint NOT NULL,
            endedAt bigint,
            UNIQUE (followeeID, followerID),
            CHECK (followerID <> followeeID),
            CHECK ((state = 'accepted') = (endedAt IS NULL))
        )
        """,
        """
        CREATE TABLE invitation (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            ownerID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            token text NOT NULL UNIQUE CHECK (length(token) = 43),
            state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
            answeredBy bigint REFERENCES account (id) ON DELETE CASCADE,
            createdAt bigint NOT NULL,
            endedAt bigint,
            CHECK ((state = 'open') = (endedAt IS NULL)),
            CHECK ((state IN ('accepted', 'declined')) = (answeredBy IS NOT NULL))
        )
        """,
        """
        CREATE TABLE applause (
            goalID bigint NOT NULL,
            ownerID bigint NOT NULL,
            accountID bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            PRIMARY KEY (goalID, ownerID, accountID),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX account_demo ON account (isDemo) WHERE isDemo = 1",
        "CREATE INDEX accountSession_account ON accountSession (accountID)",
        "CREATE INDEX accountSession_expiry ON accountSession (expiresAt)",
        "CREATE INDEX goal_box ON goal (ownerID, status, deletedAt, id)",
        "CREATE UNIQUE INDEX review_live ON review (goalID, ownerID) WHERE deletedAt IS NULL",
        "CREATE INDEX review_goal ON review (goalID, ownerID, deletedAt)",
        "CREATE INDEX review_expiry ON review (deletedAt) WHERE deletedAt IS NOT NULL",
        "CREATE INDEX goal_completed ON goal (ownerID, status, deletedAt, completedAt, id)",
        """
        CREATE INDEX goal_reviewed ON goal (ownerID, hasReview, completedAt, id)
        WHERE status = 'completed' AND deletedAt IS NULL
        """,
        "CREATE INDEX draftField_dropped ON draftField (droppedAt) WHERE droppedAt > 0",
        "CREATE UNIQUE INDEX account_email ON account (emailKey) WHERE emailKey IS NOT NULL",
        "CREATE INDEX accountLink_account ON accountLink (accountID)",
        "CREATE INDEX accountLink_expiry ON accountLink (expiresAt)",
        "CREATE INDEX knownDevice_age ON knownDevice (accountID, lastUsedAt)",
        "CREATE INDEX attempt_expiry ON attempt (forgottenAt)",
        "CREATE INDEX accountLog_account ON accountLog (accountID, id)",
        "CREATE INDEX accountLog_age ON accountLog (happenedAt)",
        "CREATE UNIQUE INDEX goal_creation ON goal (ownerID, creationKey) WHERE creationKey IS NOT NULL",
        "CREATE INDEX goal_due ON goal (endDate) WHERE status = 'active' AND deletedAt IS NULL",
        "CREATE INDEX goal_expiry ON goal (deletedAt) WHERE deletedAt IS NOT NULL",
        "CREATE INDEX goal_owner ON goal (ownerID, id) WHERE deletedAt IS NULL",
        "CREATE UNIQUE INDEX step_creation ON step (goalID, ownerID, creationKey) WHERE creationKey IS NOT NULL",
        """
        CREATE INDEX goal_won ON goal (ownerID, completedOn, id, jewelColor, jewelShape)
        WHERE status = 'completed' AND deletedAt IS NULL
        """,
        "CREATE INDEX goal_ending ON goal (ownerID, endDate, id) WHERE status = 'active' AND deletedAt IS NULL",
        "CREATE UNIQUE INDEX goal_uid ON goal (ownerID, uid) WHERE uid IS NOT NULL",
        "CREATE INDEX searchStale_owner ON searchStale (ownerID, goalID)",
        "CREATE UNIQUE INDEX reminder_calendar ON reminder (calendarHash) WHERE calendarHash IS NOT NULL",
        "CREATE INDEX reminderDue_due ON reminderDue (dueAt) WHERE dueAt IS NOT NULL",
        """
        CREATE INDEX goal_reminders ON goal (ownerID, endDate)
        WHERE status = 'active' AND deletedAt IS NULL AND reminderEnabled = 1
        """,
        "CREATE UNIQUE INDEX goal_rank ON goal (ownerID, rank) WHERE rank IS NOT NULL",
        """
        CREATE INDEX goal_put_away ON goal (ownerID, putAwayAt, id) WHERE status = 'stored' AND deletedAt IS NULL
        """,
        """
        CREATE INDEX goal_put_away_notice ON goal (ownerID, putAwayAt, id)
        WHERE putAwayNotice = 1 AND status = 'stored' AND deletedAt IS NULL
        """,
        "CREATE INDEX goal_sample ON goal (ownerID, completedOn) WHERE isSample = 1",
        "CREATE INDEX removedStep_goal ON removedStep (goalID, ownerID)",
        "CREATE INDEX removedStep_expiry ON removedStep (removedAt)",
        "CREATE INDEX account_closed ON account (closedAt) WHERE closedAt IS NOT NULL",
        "CREATE INDEX weekNote_answered ON weekNote (ownerID, week) WHERE text <> ''",
        """
        CREATE INDEX step_alarm ON step (ownerID, alarmMinute, alarmDays, goalID)
        WHERE alarmMinute IS NOT NULL AND doneAt IS NULL
        """,
        "CREATE INDEX stepTick_day ON stepTick (ownerID, day)",
        "CREATE INDEX step_due ON step (ownerID, dueOn, goalID) WHERE dueOn IS NOT NULL AND doneAt IS NULL",
        "CREATE INDEX event_owner ON event (ownerID, at)",
        "CREATE INDEX event_goal ON event (goalID, ownerID)",
        "CREATE INDEX goal_set ON goal (ownerID, createdAt) WHERE deletedAt IS NULL AND cameAsSample = 0",
        "CREATE INDEX review_written ON review (ownerID, writtenAt)",
        "CREATE INDEX step_done ON step (ownerID, doneOn, goalID) WHERE doneOn IS NOT NULL AND times IS NULL",
        "CREATE UNIQUE INDEX account_handle ON account (handle) WHERE handle IS NOT NULL",
        "CREATE INDEX formerHandle_available ON formerHandle (availableAt)",
        """
        CREATE INDEX goal_shared ON goal (ownerID, status, completedOn, id)
        WHERE sharedPart <> 'nothing' AND deletedAt IS NULL
        """,
        "CREATE INDEX follow_followee ON follow (followeeID, state, since, id)",
        "CREATE INDEX follow_follower ON follow (followerID, state, since, id)",
        "CREATE INDEX follow_ended ON follow (endedAt) WHERE state IN ('unfollowed', 'removed')",
        "CREATE INDEX invitation_owner ON invitation (ownerID, createdAt)",
        "CREATE INDEX invitation_answer ON invitation (answeredBy) WHERE answeredBy IS NOT NULL",
        "CREATE INDEX invitation_created ON invitation (createdAt)",
        """
        CREATE INDEX goal_news ON goal (ownerID, newsAt, id)
        WHERE sharedPart <> 'nothing' AND deletedAt IS NULL AND status <> 'stored'
        """,
        "CREATE INDEX applause_account ON applause (accountID)",
    ]

    // `NEW` is null when a row is deleted, and `OLD` when one is added.
    private static let postgresTriggers = [
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER goal_stays BEFORE UPDATE ON goal FOR EACH ROW
        WHEN (NEW.id <> OLD.id OR NEW.ownerID <> OLD.ownerID)
        EXECUTE FUNCTION refuse('a goal stays with its owner')
        """,
        """
        CREATE TRIGGER goal_frozen BEFORE UPDATE ON goal FOR EACH ROW
        WHEN (OLD.status = 'completed' AND CASE WHEN NEW.status = 'completed' THEN
            (NEW.jewelColor, NEW.jewelShape, NEW.completedAt, NEW.completedOn)
                IS DISTINCT FROM (OLD.jewelColor, OLD.jewelShape, OLD.completedAt, OLD.completedOn)
                OR OLD.rank IS NOT NULL AND NEW.rank IS DISTINCT FROM OLD.rank
        ELSE
            OLD.hasReview = 1 OR (NEW.status, NEW.keptJewelColor, NEW.keptJewelShape)
                IS DISTINCT FROM (OLD.completedFrom, OLD.jewelColor, OLD.jewelShape)
        END)
        EXECUTE FUNCTION refuse('a completed goal is frozen')
        """,
        """
        CREATE TRIGGER review_stays BEFORE UPDATE ON review FOR EACH ROW
        WHEN (NEW.goalID <> OLD.goalID OR NEW.ownerID <> OLD.ownerID)
        EXECUTE FUNCTION refuse('a review stays with its goal')
        """,
        """
        CREATE TRIGGER step_stays BEFORE UPDATE ON step FOR EACH ROW
        WHEN (NEW.goalID <> OLD.goalID OR NEW.ownerID <> OLD.ownerID)
        EXECUTE FUNCTION refuse('a step stays with its goal')
        """,
        """
        CREATE FUNCTION step_frozen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF EXISTS (SELECT FROM goal WHERE id = coalesce(OLD.goalID, NEW.goalID) AND status = 'completed') THEN
                RAISE EXCEPTION 'the steps of a completed goal are frozen' USING ERRCODE =
                    'integrity_constraint_violation';
            END IF;
            RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        END $$
        """,
        """
        CREATE TRIGGER step_frozen BEFORE INSERT OR UPDATE OR DELETE ON step FOR EACH ROW EXECUTE FUNCTION
        step_frozen()
        """,
        """
        CREATE FUNCTION step_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE goal SET
                stepCount = stepCount + CAST(TG_OP = 'INSERT' AS int) - CAST(TG_OP = 'DELETE' AS int),
                doneCount = doneCount + CAST(NEW.doneAt IS NOT NULL AS int) - CAST(OLD.doneAt IS NOT NULL AS int)
            WHERE id = coalesce(NEW.goalID, OLD.goalID) AND ownerID = coalesce(NEW.ownerID, OLD.ownerID);
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER step_counted AFTER INSERT OR UPDATE OF doneAt OR DELETE ON step FOR EACH ROW
        EXECUTE FUNCTION step_counted()
        """,
        """
        CREATE FUNCTION goal_counted() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            was text := CASE WHEN OLD.deletedAt IS NULL THEN OLD.status END;
            now text := CASE WHEN NEW.deletedAt IS NULL THEN NEW.status END;
        BEGIN
            IF now IS DISTINCT FROM was THEN
                UPDATE account SET
                    storedCount = storedCount
                        + CAST(coalesce(now = 'stored', false) AS int) - CAST(coalesce(was = 'stored', false) AS
                            int),
                    activeCount = activeCount
                        + CAST(coalesce(now = 'active', false) AS int) - CAST(coalesce(was = 'active', false) AS
                            int),
                    completedCount = completedCount
                        + CAST(coalesce(now = 'completed', false) AS int) - CAST(coalesce(was = 'completed', false)
                            AS int),
                    reviewableCount = reviewableCount
                        + CAST(coalesce(now = 'completed' AND NEW.hasReview = 0, false) AS int)
                        - CAST(coalesce(was = 'completed' AND OLD.hasReview = 0, false) AS int)
                WHERE id = coalesce(NEW.ownerID, OLD.ownerID);
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER goal_counted AFTER INSERT OR UPDATE OF status, deletedAt OR DELETE ON goal FOR EACH ROW
        EXECUTE FUNCTION goal_counted()
        """,
        """
        CREATE FUNCTION jewel_counted(won goal, change bigint) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            stars bigint := (
                SELECT level FROM review WHERE goalID = won.id AND ownerID = won.ownerID AND deletedAt IS NULL
            );
            month text := 'm' || substr(won.completedOn, 1, 7);
            jewel record;
        BEGIN
            -- Always in the same order, so that no two transactions wait for each other.
            FOR jewel IN
                SELECT counted AS period, CASE WHEN counted = month THEN coalesce(stars, 0) ELSE 0 END AS level,
                    CAST(counted = month AND stars IS NOT NULL AS int) AS count
                FROM unnest(ARRAY['a', month, 'y' || substr(won.completedOn, 1, 4)]) AS counted
            LOOP
                UPDATE jewelTally SET count = jewelTally.count + change, levelSum = levelSum + change * jewel.level,
                    levelCount = levelCount + change * jewel.count
                WHERE ownerID = won.ownerID AND period = jewel.period AND color = won.jewelColor AND shape =
                    won.jewelShape;
                IF NOT FOUND AND change > 0 THEN
                    INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
                    VALUES (won.ownerID, jewel.period, won.jewelColor, won.jewelShape, change, jewel.level,
                        jewel.count);
                END IF;
            END LOOP;
        END $$
        """,
        """
        CREATE FUNCTION goal_won() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            was bool := coalesce(OLD.status = 'completed' AND OLD.deletedAt IS NULL, false);
            now bool := coalesce(NEW.status = 'completed' AND NEW.deletedAt IS NULL, false);
        BEGIN
            IF was AND NOT now THEN PERFORM jewel_counted(OLD, -1); END IF;
            IF now AND NOT was THEN PERFORM jewel_counted(NEW, 1); END IF;
            RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        END $$
        """,
        """
        CREATE TRIGGER goal_won AFTER INSERT OR UPDATE OF status, deletedAt ON goal FOR EACH ROW EXECUTE FUNCTION
        goal_won()
        """,
        "CREATE TRIGGER goal_lost BEFORE DELETE ON goal FOR EACH ROW EXECUTE FUNCTION goal_won()",
        """
        CREATE FUNCTION review_counted() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            was int := CAST(TG_OP <> 'INSERT' AND OLD.deletedAt IS NULL AS int);
            now int := CAST(TG_OP <> 'DELETE' AND NEW.deletedAt IS NULL AS int);
            levels bigint := now * coalesce(NEW.level, 0) - was * coalesce(OLD.level, 0);
            reviewed goal;
        BEGIN
            IF now = was AND levels = 0 THEN RETURN NULL; END IF;
            IF now <> was THEN
                UPDATE goal SET hasReview = now, reviewRevision = reviewRevision + CAST(TG_OP = 'UPDATE' AS int)
                WHERE id = coalesce(NEW.goalID, OLD.goalID);
            END IF;
            SELECT * INTO reviewed FROM goal
            WHERE id = coalesce(NEW.goalID, OLD.goalID) AND status = 'completed' AND deletedAt IS NULL;
            IF FOUND THEN
                UPDATE account SET reviewableCount = reviewableCount + was - now
                    WHERE id = reviewed.ownerID AND now <> was;
                UPDATE jewelTally SET levelSum = levelSum + levels, levelCount = levelCount + now - was
                WHERE ownerID = reviewed.ownerID AND period = 'm' || substr(reviewed.completedOn, 1, 7)
                    AND color = reviewed.jewelColor AND shape = reviewed.jewelShape;
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER review_counted AFTER INSERT OR UPDATE OF deletedAt, level OR DELETE ON review FOR EACH ROW
        EXECUTE FUNCTION review_counted()
        """,
        """
        CREATE FUNCTION goal_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO searchStale (goalID, ownerID)
            VALUES (coalesce(NEW.id, OLD.id), coalesce(NEW.ownerID, OLD.ownerID)) ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$
        """,
        "CREATE TRIGGER goal_stale AFTER INSERT OR DELETE ON goal FOR EACH ROW EXECUTE FUNCTION goal_stale()",
        """
        CREATE TRIGGER goal_renamed AFTER UPDATE OF title ON goal FOR EACH ROW
        WHEN (NEW.title <> OLD.title) EXECUTE FUNCTION goal_stale()
        """,
        """
        CREATE FUNCTION part_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO searchStale (goalID, ownerID)
            VALUES (coalesce(NEW.goalID, OLD.goalID), coalesce(NEW.ownerID, OLD.ownerID)) ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$
        """,
        "CREATE TRIGGER step_stale AFTER INSERT OR DELETE ON step FOR EACH ROW EXECUTE FUNCTION part_stale()",
        """
        CREATE TRIGGER step_renamed AFTER UPDATE OF title ON step FOR EACH ROW
        WHEN (NEW.title <> OLD.title) EXECUTE FUNCTION part_stale()
        """,
        """
        CREATE TRIGGER review_stale AFTER INSERT OR UPDATE OF liked, lacked, learned, longedFor, text OR DELETE ON
        review
        FOR EACH ROW EXECUTE FUNCTION part_stale()
        """,
        """
        CREATE FUNCTION answer_stale() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            answer weekNote := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        BEGIN
            INSERT INTO searchStale (goalID, ownerID) VALUES (\(entry("answer", .postgres)), answer.ownerID)
            ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER answer_stale AFTER INSERT OR DELETE ON weekNote FOR EACH ROW EXECUTE FUNCTION answer_stale()
        """,
        """
        CREATE TRIGGER answer_edited AFTER UPDATE OF text ON weekNote FOR EACH ROW
        WHEN (NEW.text <> OLD.text) EXECUTE FUNCTION answer_stale()
        """,
        """
        CREATE FUNCTION reminders_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE reminderDue SET dueAt = 0
            WHERE accountID = coalesce(NEW.ownerID, OLD.ownerID) AND dueAt IS DISTINCT FROM 0;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER goal_reminds AFTER INSERT ON goal FOR EACH ROW
        WHEN (NEW.reminderEnabled = 1) EXECUTE FUNCTION reminders_stale()
        """,
        """
        CREATE TRIGGER goal_reminded AFTER UPDATE OF status, startDate, endDate, reminderEnabled, deletedAt ON goal
        FOR EACH ROW WHEN (OLD.reminderEnabled = 1 OR NEW.reminderEnabled = 1) EXECUTE FUNCTION reminders_stale()
        """,
        """
        CREATE TRIGGER goal_reminds_no_longer AFTER DELETE ON goal FOR EACH ROW
        WHEN (OLD.reminderEnabled = 1) EXECUTE FUNCTION reminders_stale()
        """,
        """
        CREATE TRIGGER step_reminds AFTER INSERT ON step FOR EACH ROW
        WHEN (NEW.alarmMinute IS NOT NULL) EXECUTE FUNCTION reminders_stale()
        """,
        """
        CREATE TRIGGER step_reminded AFTER UPDATE OF doneAt, alarmMinute, alarmDays ON step FOR EACH ROW
        WHEN (OLD.alarmMinute IS NOT NULL OR NEW.alarmMinute IS NOT NULL) EXECUTE FUNCTION reminders_stale()
        """,
        """
        CREATE TRIGGER step_reminds_no_longer AFTER DELETE ON step FOR EACH ROW
        WHEN (OLD.alarmMinute IS NOT NULL) EXECUTE FUNCTION reminders_stale()
        """,
        """
        CREATE FUNCTION account_reminders_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE reminderDue SET dueAt = 0 WHERE accountID = NEW.id AND dueAt IS DISTINCT FROM 0;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER account_reminded AFTER UPDATE OF timeZone, weekStart, language ON account FOR EACH ROW
        EXECUTE FUNCTION account_reminders_stale()
        """,
        """
        CREATE FUNCTION removed_step_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NOT EXISTS (SELECT FROM step WHERE id = OLD.stepID) THEN
                DELETE FROM stepTick WHERE goalID = OLD.goalID AND stepID = OLD.stepID;
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER removedStep_forgotten AFTER DELETE ON removedStep FOR EACH ROW
        EXECUTE FUNCTION removed_step_forgotten()
        """,
    ]

    /// The number of a row of `weekNote` in the index.
    static func entry(_ row: String, _ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: entry(row)
        case .postgres:
            """
            \(row).ownerID * 8388608 + (CAST(\(row).week AS date) - DATE '1970-01-01') + 2440587
                - 9223372036854775807 - 1
            """
        }
    }
}
