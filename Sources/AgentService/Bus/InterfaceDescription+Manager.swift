extension InterfaceDescription {
    /// `org.acctstore.Manager1`: for the person's own front ends.
    static let manager = """
        <node>
          <interface name="org.acctstore.Manager1">
            <method name="Select">
              <arg name="selector" type="s" direction="in"/>
              <arg name="service" type="s" direction="in"/>
              <arg name="permissions" type="as" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="account" type="a{sv}" direction="out"/>
            </method>
            <method name="SignSelected">
              <arg name="selector" type="s" direction="in"/>
              <arg name="service" type="s" direction="in"/>
              <arg name="method" type="s" direction="in"/>
              <arg name="url" type="s" direction="in"/>
              <arg name="parameters" type="a(ss)" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="account" type="a{sv}" direction="out"/>
              <arg name="signed_url" type="s" direction="out"/>
              <arg name="headers" type="a(ss)" direction="out"/>
              <arg name="body" type="ay" direction="out"/>
            </method>
            <method name="Perform">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="sender" type="(sss)" direction="in"/>
              <arg name="method" type="s" direction="in"/>
              <arg name="url" type="s" direction="in"/>
              <arg name="parameters" type="a(ss)" direction="in"/>
              <arg name="headers" type="a(ss)" direction="in"/>
              <arg name="body" type="h" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="status" type="u" direction="out"/>
              <arg name="answer_headers" type="a(ss)" direction="out"/>
              <arg name="answer_body" type="h" direction="out"/>
            </method>
            <method name="GetProfile">
              <arg name="service" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="profile" type="a{sv}" direction="out"/>
            </method>
            <method name="ListServices">
              <arg name="service" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="services" type="aa{sv}" direction="out"/>
            </method>
            <method name="GetDefaultService">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="service" type="s" direction="out"/>
            </method>
            <method name="NoteRejected">
              <arg name="account" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="RenewAccount">
              <arg name="account" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="outcome" type="s" direction="out"/>
              <arg name="now" type="a{sv}" direction="out"/>
              <arg name="details" type="a{sv}" direction="out"/>
            </method>
            <method name="Learn">
              <arg name="account" type="s" direction="in"/>
              <arg name="person" type="a{sv}" direction="in"/>
              <arg name="merging" type="b" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="stored" type="b" direction="out"/>
              <arg name="account_now" type="a{sv}" direction="out"/>
            </method>
            <method name="LockKeyring">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="GetOverview">
              <arg name="selector" type="s" direction="in"/>
              <arg name="service" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="overview" type="a{sv}" direction="out"/>
              <arg name="accounts" type="aa{sv}" direction="out"/>
              <arg name="apps" type="a(ss)" direction="out"/>
            </method>
            <method name="Examine">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="findings" type="aa{sv}" direction="out"/>
            </method>
            <method name="GetNames">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="accounts" type="aa{sv}" direction="out"/>
              <arg name="services" type="as" direction="out"/>
              <arg name="other_services" type="as" direction="out"/>
              <arg name="apps" type="a(ss)" direction="out"/>
              <arg name="programs" type="as" direction="out"/>
            </method>
            <method name="GetPicture">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="url" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="status" type="u" direction="out"/>
              <arg name="answer_headers" type="a(ss)" direction="out"/>
              <arg name="answer_body" type="h" direction="out"/>
            </method>
            <method name="ListApps">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="apps" type="aa{sv}" direction="out"/>
            </method>
            <method name="SetApp">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="service" type="s" direction="in"/>
              <arg name="name" type="s" direction="in"/>
              <arg name="consumer_key" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="SetCallback">
              <arg name="service" type="s" direction="in"/>
              <arg name="name" type="s" direction="in"/>
              <arg name="callback" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="RemoveApp">
              <arg name="service" type="s" direction="in"/>
              <arg name="name" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="BeginLogIn">
              <arg name="service" type="s" direction="in"/>
              <arg name="app" type="s" direction="in"/>
              <arg name="method" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="step" type="s" direction="out"/>
              <arg name="details" type="a{sv}" direction="out"/>
            </method>
            <method name="ContinueLogIn">
              <arg name="handle" type="s" direction="in"/>
              <arg name="answer" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="step" type="s" direction="out"/>
              <arg name="details" type="a{sv}" direction="out"/>
            </method>
            <method name="CancelLogIn">
              <arg name="handle" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="GetAccount">
              <arg name="selector" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="account" type="a{sv}" direction="out"/>
              <arg name="urls" type="a{ss}" direction="out"/>
            </method>
            <method name="UpdateAccount">
              <arg name="selector" type="s" direction="in"/>
              <arg name="changes" type="a{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="account" type="a{sv}" direction="out"/>
            </method>
            <method name="RemoveAccount">
              <arg name="selector" type="s" direction="in"/>
              <arg name="revoke" type="b" direction="in"/>
              <arg name="confirmed" type="b" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="removed" type="b" direction="out"/>
              <arg name="account" type="a{sv}" direction="out"/>
            </method>
            <method name="ListGrants">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="grants" type="aa{sv}" direction="out"/>
            </method>
            <method name="Grant">
              <arg name="program" type="s" direction="in"/>
              <arg name="target" type="(ss)" direction="in"/>
              <arg name="permissions" type="as" direction="in"/>
              <arg name="decision" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="grant" type="a{sv}" direction="out"/>
            </method>
            <method name="Revoke">
              <arg name="program" type="s" direction="in"/>
              <arg name="target" type="(ss)" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="number" type="u" direction="out"/>
            </method>
            <method name="GetAccessLog">
              <arg name="programs" type="as" direction="in"/>
              <arg name="account" type="s" direction="in"/>
              <arg name="count" type="u" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="lines" type="as" direction="out"/>
              <arg name="unreadable" type="u" direction="out"/>
            </method>
            <method name="GetKeychain">
              <arg name="kind" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="status" type="a{sv}" direction="out"/>
            </method>
            <method name="OpenVault">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="passphrase" type="h" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="HoldPassphrase">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="passphrase" type="h" direction="in"/>
              <arg name="checked" type="b" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="handle" type="s" direction="out"/>
            </method>
            <method name="MakeVault">
              <arg name="passphrase" type="s" direction="in"/>
              <arg name="repeated" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="ChangePassphrase">
              <arg name="old" type="s" direction="in"/>
              <arg name="passphrase" type="s" direction="in"/>
              <arg name="repeated" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="Migrate">
              <arg name="to" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="source" type="a{sv}" direction="out"/>
              <arg name="target" type="a{sv}" direction="out"/>
              <arg name="accounts" type="u" direction="out"/>
              <arg name="records" type="u" direction="out"/>
              <arg name="copied" type="u" direction="out"/>
              <arg name="renewed" type="u" direction="out"/>
              <arg name="choice" type="s" direction="out"/>
            </method>
            <method name="RemoveMigrated">
              <arg name="from" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="removed" type="u" direction="out"/>
            </method>
            <method name="BeginImport">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="source" type="s" direction="in"/>
              <arg name="file" type="h" direction="in"/>
              <arg name="name" type="s" direction="in"/>
              <arg name="service" type="s" direction="in"/>
              <arg name="app" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="step" type="s" direction="out"/>
              <arg name="details" type="a{sv}" direction="out"/>
            </method>
            <method name="OpenImport">
              <arg name="handle" type="s" direction="in"/>
              <arg name="passphrase" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="listing" type="a{sv}" direction="out"/>
            </method>
            <method name="StoreImported">
              <arg name="handle" type="s" direction="in"/>
              <arg name="item" type="u" direction="in"/>
              <arg name="replacing" type="b" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="outcome" type="a{sv}" direction="out"/>
            </method>
            <method name="EndImport">
              <arg name="handle" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="number" type="u" direction="out"/>
            </method>
            <method name="CheckExport">
              <arg name="accounts" type="as" direction="in"/>
              <arg name="grants" type="b" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="Export">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="accounts" type="as" direction="in"/>
              <arg name="grants" type="b" direction="in"/>
              <arg name="passphrase" type="s" direction="in"/>
              <arg name="repeated" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="file" type="h" direction="out"/>
              <arg name="account_count" type="u" direction="out"/>
              <arg name="app_count" type="u" direction="out"/>
              <arg name="grant_count" type="u" direction="out"/>
            </method>
          </interface>
        </node>
        """
}
