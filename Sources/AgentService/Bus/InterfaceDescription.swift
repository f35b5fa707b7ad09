/// The introspection data that the agent serves: that of `data/`, without its comments. A test holds them equal.
enum InterfaceDescription {
    /// `org.acctstore.Agent1`: for any program.
    static let agent = """
        <node>
          <interface name="org.acctstore.Agent1">
            <method name="ListAccounts">
              <arg name="service" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="accounts" type="aa{sv}" direction="out"/>
            </method>
            <method name="RequestAccess">
              <arg name="service" type="s" direction="in"/>
              <arg name="permissions" type="as" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="granted" type="b" direction="out"/>
            </method>
            <method name="Sign">
              <arg name="account" type="s" direction="in"/>
              <arg name="method" type="s" direction="in"/>
              <arg name="url" type="s" direction="in"/>
              <arg name="parameters" type="a(ss)" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="signed_url" type="s" direction="out"/>
              <arg name="headers" type="a(ss)" direction="out"/>
              <arg name="body" type="ay" direction="out"/>
            </method>
            <method name="Perform">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="account" type="s" direction="in"/>
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
            <method name="GetCredential">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="account" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="credential" type="h" direction="out"/>
            </method>
            <method name="Renew">
              <arg name="account" type="s" direction="in"/>
              <arg name="outcome" type="s" direction="out"/>
            </method>
            <method name="Lock"/>
            <method name="Unlock">
              <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
              <arg name="passphrase" type="h" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <property name="Version" type="(ss)" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <signal name="AccountsChanged">
              <arg name="service" type="s"/>
            </signal>
            <signal name="AccessChanged">
              <arg name="service" type="s"/>
            </signal>
          </interface>
        </node>
        """
}
