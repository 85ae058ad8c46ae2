-- The backend of examples/adapter.ts: a company's own tables, which were not designed for the portal.
CREATE TABLE crm_company (company_no INTEGER PRIMARY KEY, trading_as TEXT, ledger_no TEXT);
CREATE TABLE crm_site (site_no INTEGER PRIMARY KEY, company_no INTEGER, street TEXT, district TEXT, city TEXT,
  postal TEXT, remark TEXT, edition INTEGER NOT NULL DEFAULT 1);
CREATE TABLE crm_person (person_no INTEGER PRIMARY KEY, company_no INTEGER, title TEXT, given TEXT, family TEXT,
  job TEXT, mail TEXT, last_seen TEXT, blocked INTEGER NOT NULL DEFAULT 0, is_manager INTEGER NOT NULL DEFAULT 0);

INSERT INTO crm_company VALUES (1001, 'Foundry Lane Ltd', 'FL-77'), (1002, 'Foundry Lane Retail', 'FL-78');
INSERT INTO crm_site VALUES
  (1, 1001, '4 Foundry Lane', '', 'Leeds', 'LS1 4AP', '', 1),
  (2, 1001, '19 Canal Road', 'Armley', 'Leeds', 'LS12 2PL', 'Ring at the side door', 3),
  (3, 1002, '2 Corn Exchange', '', 'York', 'YO1 8QW', '', 1);
INSERT INTO crm_person VALUES
  (11, 1001, 'Ms', 'Ada', 'Okafor', 'Director', 'ada@foundry.example', '2026-03-02T09:15:00Z', 0, 1),
  (12, 1001, 'Mr', 'Bill', 'Yeo', 'Buyer', 'bill@foundry.example', '2026-02-11T16:40:00Z', 1, 0),
  (13, 1001, 'Dr', 'Cleo', 'Marsh', 'Works Manager', 'cleo@foundry.example', NULL, 0, 0),
  (14, 1002, 'Mrs', 'Dora', 'Nash', 'Shop Manager', 'dora@foundry.example', NULL, 0, 0);
